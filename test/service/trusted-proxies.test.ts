import { expect, it } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { writtenLog } from '../journeys/office.ts';
import { startPlain } from './start.ts';

const cleanup = useCleanup();

it.each([
  [false as const, '203.0.113.7', '127.0.0.1'],
  [1, '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  [['127.0.0.0/8'], '203.0.113.7', '203.0.113.7'],
  [['10.0.0.0/8'], '203.0.113.7', '127.0.0.1'],
])('with the proxies %j and the header “%s” the log says %s', async (trustProxy, forwarded, from) => {
  const { lines, log } = writtenLog();
  const service = await startPlain('sqlite::memory:', { trustProxy, log });
  cleanup.later(service.stop);
  await fetch(`${service.url}/api/employees/`, { headers: { 'x-forwarded-for': forwarded } });
  await expect.poll(() => lines.map((line) => JSON.parse(line).from).filter(Boolean)).toEqual([from]);
});
