import { silentLog } from '../../src/log.ts';
import { startService } from '../../src/service/service.ts';

/**
 * Runs the service alone in this process: `service-process.ts DATABASE_URL`. Reports its address, then its memory on
 * request.
 */
const [databaseUrl = ''] = process.argv.slice(2);
const options = { databaseUrl, host: '127.0.0.1', port: 0, timezone: 'UTC', language: 'en', apiAccess: true };
const running = await startService({ ...options, log: silentLog() });
process.send?.({ url: running.url });
process.on('message', () => process.send?.({ rss: process.memoryUsage.rss() }));
process.on('disconnect', () => process.exit(0));
