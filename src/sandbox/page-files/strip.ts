import { Worker } from 'node:worker_threads';

/** What the thread is asked, and what it answers. */
export interface Unstripped {
  id: number;
  source: string;
}
export interface Stripped {
  id: number;
  script?: string;
  problem?: string;
}

/** A thread that nobody needs any more would keep the process from ending. */
const idleMilliseconds = 500;

/** Takes the types out of TypeScript, in one thread for all files: to start one costs more than its work. */
export class Stripper {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #count = 0;
  readonly #waiting = new Map<number, (stripped: Stripped) => void>();

  /** TypeScript as a browser can run it. Rejects when it is no erasable TypeScript. */
  async strip(source: string): Promise<string> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    this.#count += 1;
    const id = this.#count;
    this.#worker.postMessage({ id, source } satisfies Unstripped);
    const { script, problem } = await new Promise<Stripped>((resolve) => this.#waiting.set(id, resolve));
    if (script === undefined) throw new Error(problem);
    return script;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./strip-types.ts', import.meta.url), { stderr: true });
    worker.on('message', (stripped: Stripped) => {
      this.#waiting.get(stripped.id)?.(stripped);
      this.#waiting.delete(stripped.id);
      if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.#end(), idleMilliseconds);
    });
    return worker;
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}
