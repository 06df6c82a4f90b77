import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startFromConfig } from '../../src/commands/start/start.ts';
import { readBotConfig } from '../../src/config/config.ts';
import { silentLog } from '../../src/log.ts';
import { testClock } from '../clock.ts';

/**
 * Frontdesk alone in this process: `bot-process.ts ENVIRONMENT [INSTANT]`, the environment as JSON, on a
 * clock that its parent moves.
 */
const [environment = '{}', start = new Date().toISOString()] = process.argv.slice(2);
// Exit when the parent is gone, even during start.
process.on('disconnect', () => process.exit(0));
const clock = testClock({ start });
const bot = await startFromConfig(
  readBotConfig(JSON.parse(environment), () => ''),
  silentLog(),
  clock,
);
await bot.connected;
await bot.directory.refresh();
setFlagsFromString('--expose-gc');
const gc: () => void = runInNewContext('gc');
const atStart = process.cpuUsage();
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('message', async (asked: string) => {
  const [, how, when = ''] = /^(later|at) (.*)$/.exec(asked) ?? [];
  if (how === 'later') clock.moveBy(Number(when));
  if (how === 'at') clock.moveTo(new Date(when));
  if (asked === 'read again') await bot.directory.refresh();
  if (asked === 'heap') gc();
  const { user, system } = process.cpuUsage(atStart);
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ rss, heap: heapUsed, stall: delay.max / 1e6, cpu: (user + system) / 1_000 });
  if (asked === 'state') delay.reset();
});
process.send?.({ url: bot.url });
