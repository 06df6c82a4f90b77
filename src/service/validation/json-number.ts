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
    return Number.isSafeInteger(value) ? value || 0 : null;
  }

  get isWhole(): boolean {
    return this.type === 'int' || Number.isInteger(Number(this.#source));
  }

  toString(): string {
    return this.#source;
  }

  /** Differs from every plain number, so that bodies that differ in it have different fingerprints. */
  toJSON(): string {
    return this.#source;
  }
}

/** A plain number where that loses nothing. */
export function numberFrom(source: string): number | JsonNumber {
  const value = Number(source);
  return /^-?\d+$/.test(source) && Number.isSafeInteger(value) ? value || 0 : new JsonNumber(source);
}
