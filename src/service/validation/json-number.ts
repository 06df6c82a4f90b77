/**
 * A number that JavaScript would change, or that isn't written as an integer: released deployments
 * distinguish `1.0` from `1`, and beyond 2^53 neighbours become equal.
 */
export class JsonNumber {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  get type(): 'int' | 'float' {
    return /[.eE]/.test(this.#source) ? 'float' : 'int';
  }

  /** Value as an integer; null when it isn't one, or isn't exact. */
  get integer(): number | null {
    const value = Number(this.#source);
    return Number.isSafeInteger(value) ? withoutNegativeZero(value) : null;
  }

  get isWhole(): boolean {
    return this.type === 'int' || Number.isInteger(Number(this.#source));
  }

  /** Formats it like Python's `str`, which released deployments compare and store. */
  toString(): string {
    return this.type === 'int' ? this.#source : pythonFloat(Number(this.#source));
  }

  /** Differs from every plain number, so that bodies that differ in it have different fingerprints. */
  toJSON(): object {
    return { number: this.#source };
  }
}

/** A plain number where that loses nothing. */
export function numberFrom(source: string): number | JsonNumber {
  const value = Number(source);
  const plain = /^-?\d+$/.test(source) && Number.isSafeInteger(value);
  return plain ? withoutNegativeZero(value) : new JsonNumber(source);
}

function withoutNegativeZero(value: number): number {
  return value === 0 ? 0 : value;
}

/** Writes an exponent below 1e-4 and from 1e16 (https://docs.python.org/3/library/functions.html#repr). */
function pythonFloat(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const [digits = '', power = '0'] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 16) return `${value}${Number.isInteger(value) ? '.0' : ''}`;
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}
