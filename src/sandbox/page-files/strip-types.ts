import { stripTypeScriptTypes } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { Stripped } from './routes.ts';

/** Runs in a worker whose stderr is discarded: Node warns there that type stripping is experimental. */
parentPort?.on('message', (source: string) => parentPort?.postMessage(strip(source)));

function strip(source: string): Stripped {
  try {
    return { script: stripTypeScriptTypes(source) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
