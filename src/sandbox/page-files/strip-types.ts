import { stripTypeScriptTypes } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/** Runs in a thread of its own, whose standard error goes nowhere: Node warns there that this is experimental. */
parentPort?.postMessage(stripTypeScriptTypes(String(workerData)));
