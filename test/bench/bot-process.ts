import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startFromConfig } from '../../src/commands/start/start.ts';
import { readBotConfig } from '../../src/config/config.ts';
import { silentLog } from '../../src/log.ts';
import { testClock } from '../clock.ts';

/**
 * Frontdesk alone in this process: `bot-process.ts ENVIRONMENT`, as JSON. Prints its address. On request reports its
 * memory, processor time since it was ready, and the longest event-loop stall since the last report, in milliseconds.
 * Commands can also make it read the employees and reset that counter, or move its clock (`later MS`).
 */
const environment = JSON.parse(process.argv[2] ?? '{}') as Record<string, string>;
const clock = testClock({ start: new Date().toISOString() });
const bot = await startFromConfig(
  readBotConfig(environment, () => ''),
  silentLog(),
  clock,
);
await bot.connected;
await bot.directory.refresh();
process.send?.({ url: bot.url });
const atStart = process.cpuUsage();
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('message', async (asked: string) => {
  const [, ms] = asked.split('later ');
  if (ms !== undefined) clock.moveTo(new Date(clock.now().getTime() + Number(ms)));
  if (asked === 'read again') await bot.directory.refresh();
  const { user, system } = process.cpuUsage(atStart);
  process.send?.({ rss: process.memoryUsage.rss(), stall: delay.max / 1e6, cpu: (user + system) / 1_000 });
  if (asked === 'state') delay.reset();
});
process.on('disconnect', () => process.exit(0));
