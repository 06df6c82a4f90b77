import { z } from 'zod';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { inLedger } from './tally.ts';

export interface Fact {
  /** Matches a part of the name that no other person has. */
  name: RegExp;
  kind: 'newhire' | 'offboarding';
  times: number;
  assigned: boolean;
  /** Whether the start takes place: it does unless their last day comes first. */
  starts: boolean;
}

export const claims = {
  newhire: { done: /has been added\./, undone: /wasn’t added|hasn’t been added/ },
  offboarding: { done: /has started\./, undone: /(wasn’t|hasn’t) (started|changed)/ },
} as const;
export const ends = /won’t start\./;
const assigned = /Sequences assigned\./;

/** False sentences about an outcome, in messages and in the last state of each window. */
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

export type Windows = Map<string, string>;

function posted(sandbox: Sandbox): string[] {
  return sandbox.calls('chat.postMessage').map(({ args }) => JSON.stringify(args));
}

export function lastInWindows(sandbox: Sandbox, windows: Windows): string[] {
  const last = new Map(windows);
  for (const { args } of sandbox.calls('views.update'))
    last.set(String(args.view_id), JSON.stringify(args.view));
  return [...last.values()];
}

export function windowsCutOff(databaseUrl: string): Promise<string[]> {
  return inLedger(databaseUrl, async (db) => {
    const updates = db.selectFrom('messages').select('recipient').where('name', '=', 'request.window');
    const cutOff = await updates.where('state', '=', 'dropped').where('doubtful', '>', 0).execute();
    return cutOff.map(({ recipient }) => z.object({ view: z.string() }).parse(JSON.parse(recipient)).view);
  });
}

export function questionsIn(databaseUrl: string) {
  return inLedger(databaseUrl, (db) => {
    const open = db.selectFrom('requests').select(['id', 'subject', 'kind']);
    return open.where('state', '=', 'needs_review').execute();
  });
}
