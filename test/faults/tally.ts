import type { LedgerTables } from '../../src/bot/ledger/tables/schema.ts';
import { type Database, openDatabase } from '../../src/database/open.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { channels } from '../journeys/office.ts';
import type { Hire } from './front-door.ts';
import { until } from './trials.ts';

export async function inLedger<Result>(
  databaseUrl: string,
  work: (db: Database<LedgerTables>['db']) => Promise<Result>,
): Promise<Result> {
  const { db, close } = openDatabase<LedgerTables>(databaseUrl);
  return work(db).finally(close);
}

export function stillOpen(databaseUrl: string) {
  return inLedger(databaseUrl, async (db) => {
    const requests = db.selectFrom('requests').select(['id', 'state', 'last_error', 'attempts']);
    const messages = db.selectFrom('messages').select(['id', 'purpose', 'state', 'attempts']);
    return {
      requests: await requests.where('ended_at', 'is', null).execute(),
      // Planned messages belong to later days.
      messages: await messages
        .where('state', 'in', ['pending', 'sending'])
        .where('planned', '=', 0)
        .execute(),
      gate: await db.selectFrom('circuit_breaker').selectAll().execute(),
    };
  });
}

/** @param limit longest wait, in milliseconds. @param left number of messages that may be left */
export async function untilNothingIsOpen(databaseUrl: string, limit?: number, left = 0): Promise<void> {
  const isOver = async () => {
    const { requests, messages } = await stillOpen(databaseUrl);
    return requests.length === 0 && messages.length <= left;
  };
  await until(isOver, () => stillOpen(databaseUrl), limit);
}

/** Request states by subject. */
export async function statesOf(databaseUrl: string): Promise<Map<string, string[]>> {
  const rows = await inLedger(databaseUrl, (db) =>
    db.selectFrom('requests').select(['subject', 'state']).execute(),
  );
  const bySubject = Map.groupBy(rows, ({ subject }) => subject);
  return new Map([...bySubject].map(([subject, all]) => [subject, all.map(({ state }) => state)]));
}

interface Results {
  databaseUrl: string;
  sandbox: Sandbox;
  employees: readonly { email: string }[];
}

export async function whatIsWrong(
  hires: readonly Hire[],
  { databaseUrl, sandbox, employees }: Results,
): Promise<object[]> {
  const states = await statesOf(databaseUrl);
  const headlines = texts(sandbox, channels.hires);
  const told = texts(sandbox, 'D0INES');
  return hires.flatMap(({ email, last }) => {
    const found = {
      states: (states.get(email) ?? []).filter((state) => state !== 'rejected'),
      people: employees.filter((one) => one.email === email).length,
      headlines: headlines.filter((text) => text.includes(last)).length,
      told: told.filter((text) => text.includes(last)).length,
    };
    // Whoever saw the result in the form needs no message.
    const isRight =
      found.states.join() === 'done' && found.people === 1 && found.headlines === 1 && found.told <= 1;
    return isRight ? [] : [{ email, ...found }];
  });
}

function texts(sandbox: Sandbox, channel: string): string[] {
  return sandbox.messages(channel).map(({ text }) => text);
}
