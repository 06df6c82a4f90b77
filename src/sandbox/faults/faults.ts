import type { Fault, NewFault } from './fault.ts';

/** Faults that are still due. */
export class Faults {
  #faults: Fault[] = [];
  #count = 0;
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  add(fault: NewFault): Fault {
    this.#count += 1;
    const added = { ...fault, id: `F${this.#count}`, left: fault.times };
    this.#faults.push(added);
    this.#changed();
    return added;
  }

  list(): Fault[] {
    return [...this.#faults];
  }

  remove(id?: string): void {
    this.#faults = id === undefined ? [] : this.#faults.filter((fault) => fault.id !== id);
    this.#changed();
  }

  /** Consumes one occurrence of the oldest matching fault; undefined if none matches. */
  strike(target: string, when: Fault['when'], kinds: readonly Fault['kind'][]): Fault | undefined {
    const isMeant = (fault: Fault) => fault.target === target || fault.target === '*';
    const fits = (fault: Fault) => fault.when === when && kinds.includes(fault.kind);
    const struck = this.#faults.find((fault) => isMeant(fault) && fits(fault));
    if (!struck) return undefined;
    struck.left -= 1;
    if (struck.left === 0) this.remove(struck.id);
    return struck;
  }
}
