/**
 * Sends values one at a time. While one is being sent, only the latest of the others is kept, so the value that
 * arrives last is the one typed last.
 */
export class InOrder<T> {
  readonly #send: (value: T) => Promise<unknown>;
  #waiting: { value: T } | undefined;
  #running: Promise<void> | undefined;

  constructor(send: (value: T) => Promise<unknown>) {
    this.#send = send;
  }

  /** Resolves when this value, or a later one, has been sent. */
  push(value: T): Promise<void> {
    this.#waiting = { value };
    this.#running ??= this.#run();
    return this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting) {
      const { value } = this.#waiting;
      this.#waiting = undefined;
      await this.#send(value);
    }
    this.#running = undefined;
  }
}
