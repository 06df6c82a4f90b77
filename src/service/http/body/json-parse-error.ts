/**
 * Where and why a text is no JSON, in the words of released deployments, which are those of Python's json
 * module: scripts that log the sentence keep working. Only called for a text that `JSON.parse` refused.
 */
export function jsonParseError(text: string): string {
  if (text.startsWith('\ufeff'))
    return formatReason('Unexpected UTF-8 BOM (decode using utf-8-sig)', text, 0);
  const found = new Scanner(text).scan();
  return 'sentence' in found ? found.sentence : formatReason(found.reason, text, found.at);
}

type ParseError = { reason: string; at: number } | { sentence: string };

function formatReason(reason: string, text: string, at: number): string {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = [...before.slice(before.lastIndexOf('\n') + 1)].length + 1;
  return `${reason}: line ${line} column ${column} (char ${[...before].length})`;
}

const closing = { '{': '}', '[': ']' } as const;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const word = /null|true|false/y;
const notANumber = /NaN|-?Infinity/y;

/** Walks through the text with a stack of its own: a body may be nested deeper than calls can be. */
class Scanner {
  readonly #text: string;
  readonly #inside: ('{' | '[')[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): ParseError {
    for (;;) {
      const found = this.#value();
      if (found === 'opened') continue;
      const error = found ?? this.#afterValue();
      if (error) return error;
    }
  }

  /** Reads a value to its end, or an object or array up to its first value. */
  #value(): ParseError | 'opened' | null {
    const character = this.#next();
    if (character === '"') return this.#string();
    if (character === '{' || character === '[') return this.#open(character);
    const strange = this.#match(notANumber);
    if (strange) return { sentence: `Out of range float values are not JSON compliant: '${strange}'` };
    if (this.#match(word) || this.#match(number)) return null;
    return this.#error('Expecting value');
  }

  #open(character: '{' | '['): ParseError | 'opened' | null {
    this.#at += 1;
    if (this.#next() === closing[character]) {
      this.#at += 1;
      return null;
    }
    this.#inside.push(character);
    return (character === '{' ? this.#name() : null) ?? 'opened';
  }

  /** Reads what follows a value: closing brackets, then a comma. */
  #afterValue(): ParseError | null {
    for (;;) {
      const character = this.#next();
      const inside = this.#inside.at(-1);
      if (!inside) return this.#error('Extra data');
      if (character !== closing[inside] && character !== ',') return this.#error("Expecting ',' delimiter");
      this.#at += 1;
      if (character === ',') return inside === '{' ? this.#name() : null;
      this.#inside.pop();
    }
  }

  #name(): ParseError | null {
    if (this.#next() !== '"') return this.#error('Expecting property name enclosed in double quotes');
    const error = this.#string();
    if (error) return error;
    if (this.#next() !== ':') return this.#error("Expecting ':' delimiter");
    this.#at += 1;
    return null;
  }

  #string(): ParseError | null {
    const start = this.#at;
    for (let at = start + 1; at < this.#text.length; at += 1) {
      const character = this.#text.charAt(at);
      if (character === '"') {
        this.#at = at + 1;
        return null;
      }
      if (character < ' ') return { reason: 'Invalid control character at', at };
      if (character !== '\\') continue;
      at += 1;
      const error = this.#escape(at);
      if (error) return error;
    }
    return { reason: 'Unterminated string starting at', at: start };
  }

  #escape(at: number): ParseError | null {
    const character = this.#text.charAt(at);
    if (character === 'u') {
      const digits = this.#text.slice(at + 1, at + 5);
      return /^[0-9a-f]{4}$/i.test(digits) ? null : { reason: 'Invalid \\uXXXX escape', at };
    }
    return '"\\/bfnrt'.includes(character) ? null : { reason: 'Invalid \\escape', at: at - 1 };
  }

  #next(): string {
    while (' \t\n\r'.includes(this.#text.charAt(this.#at)) && this.#at < this.#text.length) this.#at += 1;
    return this.#text.charAt(this.#at);
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    if (found) this.#at += found.length;
    return found;
  }

  #error(reason: string): ParseError {
    return { reason, at: this.#at };
  }
}
