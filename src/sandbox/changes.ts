/** Tells everybody who listens that something changed; what it was they see for themselves. */
export class Changes {
  readonly #listeners = new Set<() => void>();
  version = 0;

  /** Calls back after each change; the answer ends that. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  changed(): void {
    this.version += 1;
    for (const listener of [...this.#listeners]) listener();
  }
}
