import { randomUUID } from 'node:crypto';
import { createStarterSources, type StarterSource } from '../bot/storage/starter-sources.ts';
import { signedHeaders } from '../bot/webhooks/signature.ts';
import type { BotConfig } from '../config/config.ts';
import type { SentStarter } from '../sandbox/control/surroundings.ts';
import type { Clock } from '../time/clock.ts';
import { addDays, dayIn, isWeekend } from '../time/dates.ts';
import { withBotDatabase } from './bot-database.ts';

const name = 'Demo HR';

const mapping = {
  key: '/id',
  first_name: '/employee/first',
  last_name: '/employee/last',
  email: '/employee/email',
  start_day: '/starts_on',
  position: '/job/title',
  manager: '/manager/email',
};

const people = [
  ['Ada', 'Park', 'Designer', 'marcus.oyelaran@acme.example'],
  ['Ben', 'Ito', 'Engineer', 'marcus.oyelaran@acme.example'],
  ['Chidi', 'Obi', 'Analyst', 'leila.haddad@acme.example'],
  ['Dana', 'Weiss', 'Recruiter', 'leila.haddad@acme.example'],
] as const;

/** The demo's HR system, which sends future hires to the bot as a source of them. */
export function createDemoHris(clock: Clock) {
  let source: StarterSource | undefined;
  let botUrl = '';
  let count = 0;
  let last: SentStarter | undefined;

  async function send(starter: Omit<SentStarter, 'status'>): Promise<void> {
    const { id, first, last: family, title, manager, startsOn } = starter;
    const email = `${first}.${family}.${id.slice(0, 4)}@acme.example`.toLowerCase();
    const body = JSON.stringify({
      ...{ id, employee: { first, last: family, email }, starts_on: startsOn },
      ...{ job: { title }, manager: { email: manager } },
    });
    const headers = signedHeaders({ id: randomUUID(), body }, [source?.secret ?? ''], new Date());
    const answer = await fetch(`${botUrl}/hooks/starters/${source?.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    last = { ...starter, status: answer.status };
  }

  return {
    /** Adds it to the sources of a running bot, unless an earlier demo did. */
    async connect(config: BotConfig, url: string): Promise<void> {
      botUrl = url;
      source = await withBotDatabase(config, async (opened) => {
        const sources = createStarterSources(opened);
        const find = async () => (await sources.list()).find((one) => one.name === name);
        if (!(await find())) await sources.add(name, mapping, 'cli');
        return find();
      });
    },
    state: () => last ?? null,
    async hire(): Promise<void> {
      const [first, family, title, manager] = people[count % people.length] ?? people[0];
      count += 1;
      const soon = addDays(dayIn('UTC', clock.now()), 14);
      const startsOn = [0, 1, 2].map((more) => addDays(soon, more)).find((one) => !isWeekend(one)) ?? soon;
      await send({ id: randomUUID(), first, last: family, title, manager, startsOn });
    },
    /** Moves the start of the last one by a week. */
    async move(): Promise<void> {
      if (last) await send({ ...last, startsOn: addDays(last.startsOn, 7) });
    },
  };
}
