import { Worker } from 'node:worker_threads';

/** What the thread answers to a source. */
export interface Stripped {
  script?: string;
  problem?: string;
}

/** A thread that nobody needs any more would keep the process from ending. */
const idleMilliseconds = 500;

/** Takes the types out of TypeScript, in one thread for all files: to start one costs more than its work. */
export class Stripper {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** The thread answers one after the other, in the order in which it was asked. */
  readonly #waiting: ((stripped: Stripped) => void)[] = [];

  /** TypeScript as a browser can run it. Rejects when it is no erasable TypeScript. */
  async strip(source: string): Promise<string> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    this.#worker.postMessage(source);
    const { script, problem } = await new Promise<Stripped>((resolve) => this.#waiting.push(resolve));
    if (script === undefined) throw new Error(problem);
    return script;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./strip-types.ts', import.meta.url), { stderr: true });
    worker.on('message', (stripped: Stripped) => {
      this.#waiting.shift()?.(stripped);
      if (this.#waiting.length === 0) this.#idle = setTimeout(() => this.#end(), idleMilliseconds);
    });
    return worker;
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}
