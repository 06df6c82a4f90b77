import { startFromConfig } from '../../src/commands/start/start.ts';
import { readBotConfig } from '../../src/config/config.ts';
import { silentLog } from '../../src/log.ts';
import { movedClock } from '../journeys/moved-clock.ts';
import type { Asked } from './moved-children.ts';

/**
 * The bot in a process of its own, to be killed, on a clock that its parent sets on: `moved-process.ts INSTANT`, with
 * the configuration in its environment. Says when it is ready, then answers what it is asked.
 */
const [begin = ''] = process.argv.slice(2);
let stop = async () => {};
// Also while it starts: whoever started it may be gone.
process.on('disconnect', () => void stop().finally(() => process.exit()));
const clock = movedClock(begin);
const running = await startFromConfig(
  readBotConfig(process.env, () => ''),
  silentLog(),
  clock,
);
stop = running.stop;

async function answer({ moveTo, amend }: Asked): Promise<string> {
  if (moveTo !== undefined) clock.moveTo(new Date(moveTo));
  return amend ? (await running.ledger.amend(amend.id, amend, 'U0INES')).kind : 'moved';
}

process.on('message', async (asked: Asked & { number: number }) => {
  process.send?.({ number: asked.number, answer: await answer(asked) });
});
await running.connected;
process.send?.({ number: 0, answer: 'ready' });
