import { startFromConfig } from '../../src/commands/start/start.ts';
import { readBotConfig } from '../../src/config/config.ts';
import { silentLog } from '../../src/log.ts';
import { testClock } from '../clock.ts';
import type { Asked } from './moved-children.ts';

/**
 * Bot in a process that tests kill, on a clock that its parent moves: `moved-process.ts INSTANT`, with its
 * configuration in the environment. Reports when it is ready, then answers commands.
 */
const [begin = ''] = process.argv.slice(2);
let stop = async () => {};
// Exit when the parent is gone, even during start.
process.on('disconnect', () => void stop().finally(() => process.exit()));
const clock = testClock({ start: begin });
const running = await startFromConfig(
  readBotConfig(process.env, () => ''),
  silentLog(),
  clock,
);
stop = running.stop;

process.on('message', ({ number, moveTo }: Asked & { number: number }) => {
  clock.moveTo(new Date(moveTo));
  process.send?.({ number, answer: 'moved' });
});
await running.connected;
process.send?.({ number: 0, answer: 'ready' });
