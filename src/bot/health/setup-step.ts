import type { Button } from '@slack/types';
import type { Kysely } from 'kysely';
import type { Addition } from '../../contract/paths.ts';
import { type Database, transactAgain } from '../../database/open.ts';
import type { TablesOf } from '../../database/table.ts';
import { type ChangeTables, noteChange } from '../ledger/audit/audit-changes.ts';
import type { KnownSequence } from '../onboarding/directory/snapshot.ts';
import { explain, needsPeople, outageIn } from '../onboarding/outage.ts';
import { type ConnectionStore, ownName } from '../storage/connection.ts';
import type { SettingsStore } from '../storage/settings.ts';
import type { setupMarkTables } from '../storage/tables.ts';
import { say } from './messages.ts';

type SetupMarkTables = TablesOf<typeof setupMarkTables>;

const mark = 'skipped';

type Tables = SetupMarkTables & ChangeTables;

export type SetupMarks = ReturnType<typeof createSetupMarks>;

/** Steps that HR skipped. Shared by all of HR and all processes. `changed` is called after a change by any process. */
export function createSetupMarks({ db }: Database<Tables>, now: () => Date, changed: () => void) {
  let seen = '[]';

  async function load(): Promise<void> {
    const read = JSON.stringify([...(await skippedSteps(db)).keys()].sort());
    if (seen === read) return;
    seen = read;
    changed();
  }

  /** @param write resolves to undefined if nothing had to change */
  async function change(
    what: string,
    step: string,
    actor: string,
    write: (tx: Kysely<Tables>) => Promise<unknown>,
  ): Promise<void> {
    await transactAgain(db, async (tx) => {
      if (await write(tx)) await noteChange(tx, { kind: 'settings', actor, what, detail: { step } }, now());
    });
    await load();
  }

  return {
    skipped: () => skippedSteps(db),
    load,
    /** Keeps an existing mark, with its author. */
    skip: (subject: string, by: string) =>
      change('setup skipped', subject, by, (tx) =>
        tx
          .insertInto('setup_marks')
          .values({ subject, mark, set_by: by, set_at: now().toISOString() })
          .onConflict((conflict) => conflict.columns(['subject', 'mark']).doNothing())
          .returning('subject')
          .executeTakeFirst(),
      ),
    putBack: (subject: string, by: string) =>
      change('setup resumed', subject, by, (tx) =>
        tx
          .deleteFrom('setup_marks')
          .where('mark', '=', mark)
          .where('subject', '=', subject)
          .returning('subject')
          .executeTakeFirst(),
      ),
  };
}

/** Names of the skipped steps, and who skipped each. */
export async function skippedSteps(db: Kysely<Tables>): Promise<ReadonlyMap<string, string>> {
  const skipped = db.selectFrom('setup_marks').select(['subject', 'set_by']).where('mark', '=', mark);
  return new Map((await skipped.execute()).map((row) => [row.subject, row.set_by]));
}

export interface Found {
  /** `unknown` while it is being found out, so that it isn't reported as missing. */
  state: 'done' | 'missing' | 'unknown';
  text: string;
  /** Buttons to the page with the setting, with the feature's own action ids. */
  buttons?: Button[];
}

/** A one-time setup step. Pure: depends only on the facts, so that App Home, the terminal and every replica agree. */
export interface SetupStep {
  /** Stored when a step is skipped; must not change. Letters, digits and underscores. */
  name: string;
  title(): string;
  look(facts: SetupFacts): Found;
  /** Instruction for the terminal, as a sentence. */
  atTerminal(facts: SetupFacts): string;
}

/** Result of a step whose count isn't known: `unknown`, not `missing`. */
export function uncounted({ service }: Pick<SetupFacts, 'service'>): Found {
  const { reading, notConnected, away } = say().uncounted;
  if (service.url === undefined) return { state: 'unknown', text: notConnected };
  return { state: 'unknown', text: service.trouble ? away : reading };
}

/**
 * Where the people or sequences of the connected service can be entered, if Slack needs these additions of it. Our own
 * service's abilities aren't known before it was asked.
 */
export function wayOf({ additions, service }: SetupFacts, needed: readonly Addition[]) {
  if (needed.every((name) => additions.has(name))) return 'slack';
  return service.isOwn ? 'own' : 'other';
}

export interface SetupEntry extends Omit<Found, 'state'> {
  step: SetupStep;
  state: Found['state'] | 'skipped';
  skippedBy?: string | undefined;
}

/** Evaluates the steps, including skipped ones. */
export function entriesOf(
  steps: readonly SetupStep[],
  facts: SetupFacts,
  skipped: ReadonlyMap<string, string>,
): SetupEntry[] {
  return steps.map((step) => {
    const found = step.look(facts);
    const skippedBy = skipped.get(step.name);
    if (skippedBy === undefined || found.state === 'done') return { step, ...found };
    return { step, ...found, state: 'skipped', skippedBy };
  });
}

/** Whether a step is still to be done; unknown ones don't count. */
export function isOpen(entries: readonly SetupEntry[]): boolean {
  return entries.some(({ state }) => state === 'missing');
}

interface FactSources {
  settingsStore: Pick<SettingsStore, 'current' | 'isFixed' | 'unreadable'>;
  connection: Pick<ConnectionStore, 'current' | 'describe' | 'trouble' | 'rules'>;
  /** Undefined before the first reading, or if the service can't be reached. */
  counted: ReturnType<typeof counted> | undefined;
  /** Endpoints beyond the specification, as far as known. */
  additions: ReadonlySet<Addition>;
  /** Failure of the last reading of the service. */
  trouble: Error | undefined;
}

export type SetupFacts = Awaited<ReturnType<typeof setupFacts>>;

/** Throws what the database throws. */
export async function setupFacts({ settingsStore, connection, counted, additions, trouble }: FactSources) {
  const { fixedUrl, tokenIsFixed } = connection.rules;
  const { isFixed } = settingsStore;
  // Undefined if no service or token is stored.
  const url = connection.current()?.url;
  const stored = await connection.describe();
  const unreadable = connection.trouble();
  // Without a connection there is no trouble to report.
  const ofReading = url === undefined ? undefined : troubleOf(trouble);
  const service = {
    url,
    // Another service may have been connected since, by a person or the environment.
    isOwn: stored?.setBy === ownName && stored.url === url && fixedUrl === undefined,
    urlIsFixed: fixedUrl !== undefined,
    tokenIsFixed,
    trouble: unreadable === undefined ? ofReading : { sentence: unreadable, passes: false },
  };
  const settings = { settings: settingsStore.current(), isFixed, unreadable: settingsStore.unreadable() };
  return { ...settings, service, counted, additions };
}

/** Problem as a sentence; `passes` if it needs no action. */
function troubleOf(trouble: Error | undefined) {
  if (!trouble) return undefined;
  const outage = outageIn(trouble);
  const passes = outage === undefined || !needsPeople(outage);
  return { sentence: explain(trouble), passes };
}

/** `people` without program accounts. */
export function counted(people: number, sequences: readonly Pick<KnownSequence, 'kind'>[]) {
  const of = (kind: KnownSequence['kind']) => sequences.filter((one) => one.kind === kind).length;
  return {
    people,
    sequences: { onboarding: of('onboarding'), offboarding: of('offboarding'), unsorted: of(null) },
  };
}
