import { expect, it } from 'vitest';
import { createLog } from '../../src/log.ts';
import { startService } from '../../src/service/service.ts';
import { useCleanup } from '../cleanup.ts';

const cleanup = useCleanup();

it.each([
  [false as const, '203.0.113.7', '127.0.0.1'],
  [1, '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  [['127.0.0.0/8'], '203.0.113.7', '203.0.113.7'],
  [['10.0.0.0/8'], '203.0.113.7', '127.0.0.1'],
])('with the proxies %j and the header “%s” the log says %s', async (trustProxy, forwarded, from) => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLog({ level: 'info', format: 'json', destination });
  const place = { databaseUrl: 'sqlite::memory:', host: '127.0.0.1', port: 0 };
  const service = await startService({
    ...place,
    timezone: 'UTC',
    language: 'en',
    apiAccess: true,
    trustProxy,
    log,
  });
  cleanup.later(service.stop);
  await fetch(`${service.url}/api/employees/`, { headers: { 'x-forwarded-for': forwarded } });
  await expect.poll(() => lines.map((line) => JSON.parse(line).from).filter(Boolean)).toEqual([from]);
});
