import { z } from 'zod';
import type { LedgerTables } from '../../src/bot/ledger/tables/schema.ts';
import { openDatabase } from '../../src/database/open.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';

/** What the service's own storage says of one person at the end. */
export interface Fact {
  /** How the sentences call them: a part of the name that no other one has. */
  name: RegExp;
  kind: 'newhire' | 'offboarding';
  /** How often they are there, or how often their offboarding was carried out. */
  times: number;
  /** Whether the chosen sequences were assigned. */
  assigned: boolean;
  /** Whether they start: they do unless their own last day comes first. */
  starts: boolean;
}

export const claims = {
  newhire: { done: /has been added\./, undone: /wasn’t added|hasn’t been added/ },
  offboarding: { done: /has started\./, undone: /wasn’t started|hasn’t started/ },
} as const;
export const ends = /won’t start\./;
const assigned = /The sequences were assigned\./;

/** Every sentence that is not so, about an outcome: in what was posted, and in what windows showed last. */
export function saidWrongly(facts: readonly Fact[], sandbox: Sandbox, windows: Windows): string[] {
  const said = [...posted(sandbox), ...lastInWindows(sandbox, windows)];
  return facts.flatMap(({ name, kind, times, assigned: isAssigned, starts }) => {
    const about = said.filter((text) => name.test(text));
    const { done, undone } = claims[kind];
    const untrue = [
      ...(times === 1 ? [] : [done]),
      ...(times === 0 ? [] : [undone]),
      ...(starts ? [ends] : []),
      ...(isAssigned ? [] : [assigned]),
    ];
    return untrue.flatMap((claim) =>
      about.filter((text) => claim.test(text)).map((text) => `${claim}, ${times} times: ${text}`),
    );
  });
}

/** What the answers to submissions showed, by the window. */
export type Windows = Map<string, string>;

function posted(sandbox: Sandbox): string[] {
  return sandbox.calls('chat.postMessage').map(({ args }) => JSON.stringify(args));
}

function lastInWindows(sandbox: Sandbox, windows: Windows): string[] {
  const last = new Map(windows);
  for (const { args } of sandbox.calls('views.update'))
    last.set(String(args.view_id), JSON.stringify(args.view));
  return [...last.values()];
}

/**
 * The windows whose update was under way when its process was killed: it may have arrived, and is not repeated, since
 * the window can be another form by then. The message about the outcome tells it.
 */
export async function windowsCutOff(databaseUrl: string): Promise<string[]> {
  const database = openDatabase<LedgerTables>(databaseUrl);
  try {
    const updates = database.db
      .selectFrom('messages')
      .select('recipient')
      .where('name', '=', 'request.window');
    const cutOff = await updates.where('state', '=', 'dropped').where('doubtful', '>', 0).execute();
    return cutOff.map(({ recipient }) => z.object({ view: z.string() }).parse(JSON.parse(recipient)).view);
  } finally {
    await database.close();
  }
}

/** The requests that wait for a person, and whom they are about. */
export async function questionsIn(
  databaseUrl: string,
): Promise<{ id: string; subject: string; kind: string }[]> {
  const database = openDatabase<LedgerTables>(databaseUrl);
  try {
    const open = database.db.selectFrom('requests').select(['id', 'subject', 'kind']);
    return await open.where('state', '=', 'needs_review').execute();
  } finally {
    await database.close();
  }
}
