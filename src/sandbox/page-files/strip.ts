import { Worker } from 'node:worker_threads';

export interface Stripped {
  script?: string;
  problem?: string;
}

/** Idle time before the worker ends. A running worker would keep the process alive. */
const idleMilliseconds = 500;

/** Strips types from TypeScript in one shared worker: starting a worker costs more than stripping a file. */
export class Stripper {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  readonly #waiting: ((stripped: Stripped) => void)[] = [];

  /** Converts TypeScript to JavaScript. Rejects for syntax that can't be erased. */
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
