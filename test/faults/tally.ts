import type { LedgerTables } from '../../src/bot/ledger/tables/schema.ts';
import { openDatabase } from '../../src/database/open.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { channels } from '../journeys/office.ts';
import type { Hire } from './front-door.ts';
import { until } from './trials.ts';

/** Open requests and messages in the ledger; none once everything is finished. */
export async function stillOpen(databaseUrl: string) {
  const database = openDatabase<LedgerTables>(databaseUrl);
  try {
    const requests = await database.db
      .selectFrom('requests')
      .select(['id', 'state', 'last_error', 'attempts'])
      .where('ended_at', 'is', null)
      .execute();
    const messages = await database.db
      .selectFrom('messages')
      .select(['id', 'purpose', 'state', 'attempts'])
      .where('state', 'in', ['pending', 'sending'])
      // Planned messages belong to later days.
      .where('planned', '=', 0)
      .execute();
    const gate = await database.db.selectFrom('circuit_breaker').selectAll().execute();
    return { requests, messages, gate };
  } finally {
    await database.close();
  }
}

/** @param limit longest wait, in milliseconds */
export async function untilNothingIsOpen(databaseUrl: string, limit?: number): Promise<void> {
  const isOver = async () => {
    const { requests, messages } = await stillOpen(databaseUrl);
    return requests.length === 0 && messages.length === 0;
  };
  await until(isOver, () => stillOpen(databaseUrl), limit);
}

/** Request states by subject. */
export async function statesOf(databaseUrl: string): Promise<Map<string, string[]>> {
  const database = openDatabase<LedgerTables>(databaseUrl);
  try {
    const rows = await database.db.selectFrom('requests').select(['subject', 'state']).execute();
    const states = new Map<string, string[]>();
    for (const { subject, state } of rows) states.set(subject, [...(states.get(subject) ?? []), state]);
    return states;
  } finally {
    await database.close();
  }
}

/**
 * Hires that ended wrongly. Each needs one finished request, one person, one headline and one message to the
 * requester.
 */
export async function whatIsWrong(
  hires: readonly Hire[],
  {
    databaseUrl,
    sandbox,
    employees,
    requester = 'U0INES',
  }: {
    databaseUrl: string;
    sandbox: Sandbox;
    employees: readonly { email: string }[];
    requester?: string;
  },
): Promise<object[]> {
  const states = await statesOf(databaseUrl);
  const people = countBy(employees.map(({ email }) => email));
  const headlines = texts(sandbox, channels.hires);
  const told = texts(sandbox, `D${requester.slice(1)}`);
  return hires.flatMap(({ email, last }) => {
    const found = {
      states: (states.get(email) ?? []).filter((state) => state !== 'rejected'),
      people: people.get(email) ?? 0,
      headlines: headlines.filter((text) => text.includes(last)).length,
      told: told.filter((text) => text.includes(last)).length,
    };
    const isRight =
      found.states.join() === 'done' && found.people === 1 && found.headlines === 1 && found.told === 1;
    return isRight ? [] : [{ email, ...found }];
  });
}

function texts(sandbox: Sandbox, channel: string): string[] {
  return sandbox.messages(channel).map(({ text }) => text);
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
