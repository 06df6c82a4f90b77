import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { tryWithin, within } from '../../../../time/clock.ts';
import { dayIn as dayInZone } from '../../../../time/dates.ts';
import type { Bot } from '../../../bot.ts';
import type { Directory } from '../../../onboarding/directory/directory.ts';
import { type HireValues, newHireFields, offeredNow, withUnseenZone } from '../form/fields.ts';
import { type LookedAt, secondLook, warningFacts } from '../form/warnings.ts';
import { say as sayNewHire } from '../messages.ts';
import { isHire, kind } from '../request.ts';
import { fromStored } from '../templates/windows.ts';
import { askService } from './ask-service.ts';
import { type Columns, columnsOf, unclearColumns } from './columns.ts';
import { orderOf } from './dates.ts';
import { say } from './messages.ts';
import { type Choices, findingOnce, type RowValues, valuesIn } from './rows.ts';
import type { Table } from './table.ts';
import { Repaired, type Unknown } from './vocabulary.ts';

interface Checked {
  number: number;
  /** Values that can be sent; undefined if the row is left out. */
  looked: LookedAt | undefined;
  problems: readonly Problem[];
}

interface Problem {
  /** Rows with equal keys have the same problem. */
  key: string;
  text: string;
  /** The label of the field before the sentence. */
  reason: string;
}

/** A sentence, and the rows that it is about. */
export interface Group {
  text: string;
  rows: readonly number[];
}

export interface DryRun {
  columns: Columns;
  /** Names of columns that aren't used. */
  unused: readonly string[];
  unclear: ReturnType<typeof unclearColumns>;
  /** Whether only a person knows the order of day and month. */
  asksOrder: boolean;
  /** Names that nobody or nothing has, with their rows. */
  unknown: Partial<Record<Repaired, readonly Unknown[]>>;
  ready: readonly (Checked & { looked: LookedAt })[];
  leftOut: readonly Checked[];
  problems: readonly Group[];
  points: readonly Group[];
  /** Hash over everything that would be sent, and what is to be confirmed. */
  digest: string;
}

/** Checks every row by the form's own table and checks. Creates nothing. */
export async function dryRun(table: Table, choices: Choices, given: Bot): Promise<DryRun> {
  const bot = await forManyRows(given);
  const columns = columnsOf(table, choices.columns);
  const unclear = unclearColumns(table, columnsOf(table, {}));
  const days = table.rows.map(({ cells }) => cells[columns.start_day ?? -1] ?? '');
  const order = orderOf(days);
  const template = choices.template === undefined ? undefined : await bot.templates.find(choices.template);
  const offered = offeredNow(undefined, bot);
  const reading = {
    ...{ columns, offered, person: findingOnce(offered) },
    order: order === 'unclear' ? choices.order : order,
    today: dayInZone(bot.settings().timezone, bot.clock.now()),
    preset: { ...presets(), ...fromStored(template?.content) },
    repairs: new Map(
      Object.entries(choices.repairs).map(([key, draft]) => [key, newHireFields.fromDraft(draft) ?? {}]),
    ),
  };
  const rows = await inBatches(table.rows, (row): Row => ({ number: row.number, ...valuesIn(row, reading) }));
  await lookUpCompanions(rows, bot);
  const firsts = new Map<string, number>();
  for (const { number, values } of rows) {
    const email = values.email?.toLowerCase() ?? '';
    if (!firsts.has(email)) firsts.set(email, number);
  }
  const checked = await inBatches(rows, (row) => check(row, firsts, bot));
  const refused = await askService(checked.filter(isReady), bot);
  const known = checked.map((row) => withRefusal(row, refused.get(row.number)));
  const ready = known.filter(isReady);
  const others = known.filter(({ looked }) => !looked);
  const used = new Set(Object.values(columns));
  return {
    ...{ columns, unclear, ready, leftOut: others },
    unused: table.header.filter((_, at) => !used.has(at)),
    asksOrder: order === 'unclear',
    unknown: unknownIn(rows),
    problems: groupsOf(others.flatMap(({ number, problems }) => problems.map((one) => ({ ...one, number })))),
    points: groupsOf(
      ready.flatMap(({ number, looked }) => looked.points.map(({ text }) => ({ key: text, text, number }))),
    ),
    digest: digestOf(ready, others),
  };
}

function isReady(row: Checked): row is DryRun['ready'][number] {
  return row.looked !== undefined;
}

/** @param sentences of the service, by field */
function withRefusal(row: Checked, sentences?: readonly [string, string][]): Checked {
  if (!sentences) return row;
  return leftOut(
    row.number,
    sentences.map(([field, text]) => problemOf(field, text)),
  );
}

function leftOut(number: number, problems: readonly Problem[]): Checked {
  return { number, looked: undefined, problems };
}

function problemOf(field: string, text: string): Problem {
  const reason = sayNewHire().check.mistake(field, text);
  return { key: reason, text: reason, reason };
}

/** Rows that are worked on at the same time. */
const batch = 50;

/** Works on some rows at a time: other people's clicks are answered in between. */
async function inBatches<Given, Made>(
  rows: readonly Given[],
  work: (row: Given) => Made | Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  for (let from = 0; from < rows.length; from += batch) {
    await setImmediate();
    made.push(...(await Promise.all(rows.slice(from, from + batch).map(work))));
  }
  return made;
}

/** Defaults of the form's menus. */
function presets(): HireValues {
  const { names, table } = newHireFields;
  return Object.fromEntries(
    names.map((name) => [name, 'preset' in table[name] ? table[name].preset : undefined]),
  );
}

type Row = RowValues & { number: number };

async function check(row: Row, firsts: ReadonlyMap<string, number>, bot: Bot): Promise<Checked> {
  const { number } = row;
  const values = await withUnseenZone(row.values, {}, bot);
  const facts = warningFacts(bot, undefined);
  const looked = await secondLook(values, '', facts, bot);
  if ('trouble' in looked)
    return leftOut(number, [{ key: 'trouble', text: looked.trouble, reason: looked.trouble }]);
  const errors: Record<string, string> = { ...('errors' in looked ? looked.errors : {}), ...row.errors };
  const email = values.email?.toLowerCase() ?? '';
  const first = firsts.get(email);
  const open = email === '' ? undefined : await bot.ledger.findOpen(kind, email);
  if (open && isHire(open)) errors.email ??= sayNewHire().alreadyOpen(open);
  if (email !== '' && first !== number) errors.email = say().twice(first ?? number);
  const isTaken = facts.snapshot?.peopleByEmail.has(email);
  const sorts = { twice: first !== number, taken: isTaken, open: open !== undefined };
  const sort = email === '' ? undefined : (['twice', 'taken', 'open'] as const).find((one) => sorts[one]);
  const problems = Object.entries(errors).map(([field, text]): Problem => {
    const problem = problemOf(field, text);
    return field === 'email' && sort ? { ...problem, key: sort, text: say().sorts[sort] } : problem;
  });
  if ('errors' in looked || problems.length > 0) return leftOut(number, problems);
  return { number, looked, problems };
}

function groupsOf(found: readonly { key: string; text: string; number: number }[]): Group[] {
  const groups = [...Map.groupBy(found, ({ key }) => key).values()];
  return groups
    .map((group) => ({ text: group[0]?.text ?? '', rows: group.map(({ number }) => number) }))
    .toSorted((one, other) => other.rows.length - one.rows.length);
}

function unknownIn(rows: readonly Row[]): DryRun['unknown'] {
  return Object.fromEntries(
    Repaired.options.flatMap((field) => {
      const found = rows.filter(({ unknown }) => unknown[field] !== undefined);
      const byName = Map.groupBy(found, ({ unknown }) => unknown[field] ?? '');
      const names = [...byName].map(([name, those]) => ({ name, rows: those.map(({ number }) => number) }));
      return names.length > 0 ? [[field, names]] : [];
    }),
  );
}

function digestOf(ready: DryRun['ready'], leftOut: DryRun['leftOut']): string {
  // Slack may know more about who can't be reached at any time.
  const codesOf = ({ points }: LookedAt) =>
    points.map(({ code }) => code).filter((code) => !code.startsWith('unreached-'));
  const sent = ready.map(({ number, looked }) => [number, looked.payload, codesOf(looked)]);
  const content = JSON.stringify([sent, leftOut.map(({ number }) => number)]);
  return hash('sha256', content, 'base64url').slice(0, 22);
}

/** Different employees to find in Slack before the page is shown: its limit is 50 a minute. */
const mostLookedUp = 40;
/** Time limits for the employees' list and for Slack, in milliseconds. */
const patience = { list: 5_000, slack: 3_000 };
/** Age up to which the list of employees needn't be read again, in milliseconds: each choice checks all rows. */
const countsFor = 30_000;

async function lookUpCompanions(rows: readonly Row[], bot: Bot): Promise<void> {
  const byId = new Map(
    rows.flatMap(({ values: { manager, buddy } }) => [manager, buddy].map((one) => [one?.value, one])),
  );
  const chosen = [...byId].flatMap(([, entry]) => (entry ? [entry] : []));
  const looked = chosen
    .slice(0, mostLookedUp)
    .flatMap((manager) => [
      tryWithin(bot.clock, patience.slack, bot.findEmployee(Number(manager.value))),
      tryWithin(bot.clock, patience.slack, withUnseenZone({ manager }, {}, bot)),
    ]);
  await Promise.all(looked);
}

/**
 * Services that are asked once for all rows: the list of employees is read now, and other answers are remembered. No
 * form was submitted yet.
 */
async function forManyRows(bot: Bot): Promise<Bot> {
  const { directory, ledger, people, clock } = bot;
  const begun = clock.now().getTime();
  const isFresh = () => (directory.asRead()?.readAt ?? 0) >= begun - countsFor;
  if (!isFresh()) await within(clock, patience.list, directory.refresh());
  const known = directory.current();
  const lookUp: Directory['lookUp'] = async (email) => {
    if (!isFresh()) throw new Error('The list is older than the question.');
    return { person: known?.peopleByEmail.get(email.toLowerCase()), tellsAddresses: true };
  };
  return {
    ...bot,
    findEmployee: remembering((id: number) => bot.findEmployee(id), mostLookedUp),
    people: { ...people, byEmail: remembering(people.byEmail, mostLookedUp) },
    directory: { ...directory, lookUp },
    ledger: {
      ...ledger,
      isSubmitted: async () => false,
      presence: { ...ledger.presence, departureOf: remembering(ledger.presence.departureOf) },
    },
  };
}

/** Asks once for each key, and for `limit` keys at most. */
function remembering<Key, Value>(ask: (key: Key) => Promise<Value>, limit = Number.POSITIVE_INFINITY) {
  const known = new Map<Key, Promise<Value>>();
  return (key: Key): Promise<Value> => {
    if (!known.has(key) && known.size >= limit) return Promise.reject(new Error('Too many are asked for.'));
    const asked = known.get(key) ?? ask(key);
    asked.catch(() => {});
    known.set(key, asked);
    return asked;
  };
}
