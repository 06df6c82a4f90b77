import { Pool } from 'undici';

export interface Load {
  perSecond: number;
  p99: number;
  failed: number;
}

export interface LoadOptions {
  url: string;
  path: string;
  token: string;
  body?: (number: number) => unknown;
  connections: number;
  milliseconds: number;
}

export async function load(options: LoadOptions): Promise<Load> {
  const { url, connections, milliseconds } = options;
  const pool = new Pool(url, { connections, pipelining: 1 });
  await run(pool, options, milliseconds / 5);
  const { times, failed, took } = await run(pool, options, milliseconds);
  await pool.close();
  return summary(times, took, failed);
}

export function summary(times: number[], took: number, failed: number): Load {
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
  return { perSecond: (times.length / took) * 1000, p99, failed };
}

let sent = 0;

async function run(pool: Pool, options: LoadOptions, milliseconds: number) {
  const times: number[] = [];
  let failed = 0;
  const start = performance.now();
  async function one(): Promise<void> {
    while (performance.now() - start < milliseconds) {
      const before = performance.now();
      const status = await ask(pool, options);
      times.push(performance.now() - before);
      if (status >= 300) failed += 1;
    }
  }
  await Promise.all(Array.from({ length: options.connections }, one));
  return { times, failed, took: performance.now() - start };
}

async function ask(pool: Pool, { path, token, body }: LoadOptions): Promise<number> {
  sent += 1;
  const headers = { authorization: `Token ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const request = body
    ? { method: 'POST' as const, body: JSON.stringify(body(sent)) }
    : { method: 'GET' as const };
  const answer = await pool.request({ path, headers, ...request });
  await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER });
  return answer.statusCode;
}
