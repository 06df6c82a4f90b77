import { stripTypeScriptTypes } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { Stripped } from './strip.ts';

/** Runs in a thread of its own, whose standard error goes nowhere: Node warns there that this is experimental. */
parentPort?.on('message', (source: string) => parentPort?.postMessage(strip(source)));

function strip(source: string): Stripped {
  try {
    return { script: stripTypeScriptTypes(source) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
