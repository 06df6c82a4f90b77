import { createEncryption } from '../../src/bot/storage/encryption.ts';
import { createStarterSources } from '../../src/bot/storage/starter-sources.ts';
import { addDays, dayIn } from '../../src/time/dates.ts';
import type { Stage } from './stage.ts';
import type { Process } from './world.ts';

/** Future hires of the HR system. Nobody types them. */
const starters = ['Ivo', 'Jana', 'Kira'] as const;

export const sourceName = 'Staffly';

const mapping = {
  key: '/id',
  first_name: '/first',
  last_name: '/last',
  email: '/email',
  start_day: '/start',
};

export function sourcesOf({ database, clock }: Pick<Process, 'database' | 'clock'>) {
  const encryption = createEncryption(() => ['s'.repeat(32)]);
  return createStarterSources({ database, encryption, now: clock.now });
}

export async function addSource(process: Process): Promise<void> {
  await sourcesOf(process).add(sourceName, mapping, 'U0INES');
}

/** How long the HR system waits for an answer before it sends a hire again, in milliseconds, and how often. */
const patience = { wait: 30_000, times: 20 };

/** Sends a hire, or another start day of one, until that is answered. */
export function sendStarter(stage: Stage, one: number, amount: number): void {
  const { world } = stage;
  const first = starters[one % starters.length] ?? starters[0];
  const start = addDays(dayIn('UTC', new Date(world.now())), 1 + (amount % 20));
  const email = `${first.toLowerCase()}@acme.example`;
  const body = JSON.stringify({ id: first, first, last: 'Starter', email, start });
  let isAnswered = false;

  async function send(): Promise<void> {
    const bot = stage.anyBot();
    const [source] = (await bot?.starterSources.list()) ?? [];
    if (!bot || !source) return;
    await bot.starterSources.receive(source, body);
    if (!bot.process.isAlive()) return;
    isAnswered = true;
    world.record({ what: 'starter', key: first, name: `${first} Starter` });
  }

  function attempt(left: number): void {
    if (isAnswered || left === 0) return;
    void send().catch(() => {});
    world.after(patience.wait, () => attempt(left - 1));
  }

  attempt(patience.times);
}
