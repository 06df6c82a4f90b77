/**
 * Notifies listeners that something may have changed; they look it up themselves. Whatever changes something comes
 * through one of four doors: a call of the app, a delivery to it, a person's verb, or the program around the sandbox.
 */
export class Changes {
  readonly #listeners = new Set<() => void>();

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
