/** How many marks there are for the pairs and triples of letters that occur in a text: a power of two. */
const marks = 1 << 13;

/**
 * Tells of many texts at once in which of them something may occur: a text sets a mark for each two and three letters
 * next to each other (a Bloom filter with one hash: it never misses any). Each mark has one bit for every text, so that a
 * question looks at the few marks that it has itself, and at 32 texts in a step.
 */
export class LetterMarks {
  /** How many numbers of 32 bits each mark has. */
  readonly #size: number;
  readonly #bits: Uint32Array;
  readonly #count: number;

  /** @param count of the texts */
  constructor(count: number) {
    this.#count = count;
    this.#size = Math.ceil(count / 32);
    this.#bits = new Uint32Array(marks * this.#size);
  }

  /** Sets the marks of a text. @param index of the text, below the count */
  add(text: string, index: number): void {
    let before = 0;
    let last = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      this.#set(pair(last, code), index);
      this.#set(triple(before, last, code), index);
      before = last;
      last = code;
    }
  }

  #set(mark: number, index: number): void {
    const at = mark * this.#size + (index >> 5);
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (index & 31));
  }

  /** The texts in which all of these may occur. @param among the only ones that are looked at */
  textsWith(parts: readonly string[], among: Texts = this.#all()): Texts {
    const texts = among.slice();
    const bits = this.#bits;
    for (const part of parts)
      for (const mark of marksOf(part)) {
        const from = mark * this.#size;
        for (let word = 0; word < texts.length; word += 1)
          texts[word] = (texts[word] ?? 0) & (bits[from + word] ?? 0);
      }
    return texts;
  }

  #all(): Texts {
    const texts = new Uint32Array(this.#size).fill(0xffff_ffff);
    // The last number has bits for texts that do not exist, too.
    if (this.#count % 32 !== 0) texts[this.#size - 1] = 2 ** (this.#count % 32) - 1;
    return texts;
  }
}

/** Some of the texts: a bit for each. */
type Texts = Uint32Array;

/** Their indexes, lowest first. */
export function* indexesOf(texts: Texts): Generator<number> {
  // Each round takes the lowest bit away.
  for (let word = 0; word < texts.length; word += 1)
    for (let left = texts[word] ?? 0; left !== 0; left &= left - 1)
      yield word * 32 + 31 - Math.clz32(left & -left);
}

/** The marks that a text sets which contains this one. */
function marksOf(text: string): number[] {
  const all: number[] = [];
  for (let at = 1; at < text.length; at += 1) {
    all.push(pair(text.charCodeAt(at - 1), text.charCodeAt(at)));
    if (at > 1) all.push(triple(text.charCodeAt(at - 2), text.charCodeAt(at - 1), text.charCodeAt(at)));
  }
  return all;
}

function pair(one: number, two: number): number {
  return (one * 211 + two * 7) & (marks - 1);
}

function triple(one: number, two: number, three: number): number {
  return (one * 7919 + two * 523 + three * 31 + 17) & (marks - 1);
}
