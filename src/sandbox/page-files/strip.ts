import { Worker } from 'node:worker_threads';

/** TypeScript without its types, as a browser can run it. Rejects when it is no erasable TypeScript. */
export function stripped(source: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./strip-types.ts', import.meta.url), {
      stderr: true,
      workerData: source,
    });
    worker.once('message', (script: string) => resolve(script));
    worker.once('error', reject);
  });
}
