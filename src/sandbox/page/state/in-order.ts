/**
 * Sends values one after the other; of those that gather while one is under way, only the last is sent.
 * So what arrives last is what was typed last.
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
