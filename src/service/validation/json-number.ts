/**
 * A number of a body that JavaScript's numbers would change or that is not written as an integer: `1.0` is another
 * value than `1` to released deployments, and beyond 2^53 neighbours become the same number.
 */
export class JsonNumber {
  readonly #source: string;

  /** @param source as the body has it, such as `1e0` */
  constructor(source: string) {
    this.#source = source;
  }

  /** The type's name in Python. */
  get type(): 'int' | 'float' {
    return /[.eE]/.test(this.#source) ? 'float' : 'int';
  }

  /** The whole number that it stands for; null when it is none, or is beyond those that are exact. */
  get integer(): number | null {
    const value = Number(this.#source);
    return Number.isSafeInteger(value) ? withoutNegativeZero(value) : null;
  }

  /** Whether it is a whole number, of any size. */
  get isWhole(): boolean {
    return this.type === 'int' || Number.isInteger(Number(this.#source));
  }

  /** As Python's `str` writes it, which is what released deployments compare and store. */
  toString(): string {
    return this.type === 'int' ? this.#source : pythonFloat(Number(this.#source));
  }

  /** Apart from every plain number, so that bodies that differ in it are different. */
  toJSON(): object {
    return { number: this.#source };
  }
}

/** @param source as the body has it @returns a plain number where that is the same */
export function numberFrom(source: string): number | JsonNumber {
  const value = Number(source);
  const plain = /^-?\d+$/.test(source) && Number.isSafeInteger(value);
  return plain ? withoutNegativeZero(value) : new JsonNumber(source);
}

function withoutNegativeZero(value: number): number {
  return value === 0 ? 0 : value;
}

/** https://docs.python.org/3/library/functions.html#repr of a float: with an exponent below 1e-4 and from 1e16. */
function pythonFloat(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const [digits = '', power = '0'] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 16) return `${value}${Number.isInteger(value) ? '.0' : ''}`;
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}
