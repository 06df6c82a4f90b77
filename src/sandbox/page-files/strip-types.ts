import { stripTypeScriptTypes } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { Stripped, Unstripped } from './strip.ts';

/** Runs in a thread of its own, whose standard error goes nowhere: Node warns there that this is experimental. */
parentPort?.on('message', ({ id, source }: Unstripped) => parentPort?.postMessage({ id, ...strip(source) }));

function strip(source: string): Omit<Stripped, 'id'> {
  try {
    return { script: stripTypeScriptTypes(source) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
