/**
 * Notifies listeners that something may have changed; they look it up themselves. Called after a call of the app, a
 * verb of a person and a change by the program that started the sandbox, and around a delivery to the app.
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
