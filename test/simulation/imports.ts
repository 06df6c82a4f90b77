import { dryRun } from '../../src/bot/features/newhire/imports/dry-run.ts';
import { Choices } from '../../src/bot/features/newhire/imports/rows.ts';
import { importButtons } from '../../src/bot/features/newhire/imports/run.ts';
import { readTable, type Table } from '../../src/bot/features/newhire/imports/table.ts';
import { beginImport } from '../../src/bot/features/newhire/imports/windows.ts';
import type { Ledger } from '../../src/bot/ledger/ledger.ts';
import { addDays, dayIn } from '../../src/time/dates.ts';
import { buddies, company, managers } from './company.ts';
import type { Ended, LeftImport, LeftRow } from './history.ts';
import type { Stage } from './stage.ts';
import type { Process, World } from './world.ts';

/** Records of the run. */
export type Noting = Pick<Stage, 'world' | 'known'>;

/** A file that HR imports, with a mark in each row. */
export interface File {
  content: string;
  /** Time between the check and the start, in milliseconds. */
  thinking: number;
}

const choices = Choices.parse({});
/** Looks at a check that changes before HR gives up. */
const mostLooks = 3;

/** The ledger for imports: it records each row that is submitted, like a person's form. */
export function notingRows({ isAlive }: Process, ledger: Ledger, { world, known }: Noting): Ledger {
  return {
    ...ledger,
    async submit(request) {
      const { submission, requester: by, context, payload } = request;
      const { email: subject } = payload as { email: string };
      const { importId } = context as { importId?: string };
      const name = context.personName;
      if (isAlive())
        world.record({
          ...{ what: 'submitted', kind: 'newhire' },
          ...{ form: submission, by, name, subject, import: importId },
        });
      const submitted = await ledger.submit(request);
      if (submitted.accepted.kind === 'accepted') known.add(submitted.accepted.request.id);
      return submitted;
    },
  };
}

/** Rows of people who can be added, with some that are faulty, taken or there twice. */
export function fileOf({ world, newForm }: Stage, names: readonly string[], amount: number): File {
  const { submission: file } = newForm();
  const today = dayIn('UTC', new Date(world.now()));
  const rows = names.map((first, at) => {
    const fault = (amount + at * 7) % 13;
    const [manager, buddy] = [managers[at % 2], buddies[(amount + at) % 2]];
    const name = fault === 0 ? names[0] : first;
    const person = fault === 1 ? company[2] : { first: name, email: `${name?.toLowerCase()}@acme.example` };
    return [
      ...[person?.first, 'Newcomer', fault === 2 ? '' : person?.email],
      ...[fault === 3 ? '32.13.2030' : addDays(today, (amount + at) % 20), manager?.email, buddy?.email],
      ...[at % 3 === 0 ? 'Onboarding' : '', `${file}.${at}.`],
    ];
  });
  const head = ['First name', 'Last name', 'E-mail', 'Start date', 'Manager', 'Buddy', 'Sequence', 'Mark'];
  return {
    content: [head, ...rows].map((cells) => cells.join(',')).join('\n'),
    thinking: (amount % 20) * 500,
  };
}

/** HR checks a file and starts it a moment later, perhaps at another process. */
export function importFile(
  stage: Stage,
  { content, thinking }: File,
  by: string,
  onStart: (id: string) => void = () => {},
): void {
  const bot = stage.anyBot();
  const table = readTable(content);
  if (!bot || 'trouble' in table) return;
  const id = `I-${stage.newForm().submission}`;
  void (async () => {
    await bot.importing.imports.create(id, by, table, choices);
    const { digest } = await dryRun(table, choices, bot.importing);
    const start = () => void confirm(stage, { id, by, table, digest, onStart, looks: 0 }).catch(() => {});
    stage.world.after(thinking, start);
    // A double click, or Slack's retry.
    if (thinking % 1_500 === 0) stage.world.after(thinking + 300, start);
  })().catch(() => {});
}

interface Seen {
  id: string;
  by: string;
  table: Table;
  digest: string;
  onStart: (id: string) => void;
  looks: number;
}

/** Starts the import as it was seen; looks again if something has changed. */
async function confirm(stage: Stage, seen: Seen): Promise<void> {
  const { id, by, table } = seen;
  const bot = stage.anyBot();
  const found = await bot?.importing.imports.find(id);
  if (!bot || found?.state !== 'draft') return;
  const run = await dryRun(table, choices, bot.importing);
  if (!bot.process.isAlive() || run.ready.length === 0) return;
  if (run.digest !== seen.digest) {
    const again = { ...seen, digest: run.digest, looks: seen.looks + 1 };
    if (again.looks < mostLooks) stage.world.after(2_000, () => void confirm(stage, again).catch(() => {}));
    return;
  }
  const marks = new Map(table.rows.map(({ number, cells }) => [number, cells.at(-1) ?? '']));
  const markOf = ({ number }: { number: number }) => marks.get(number) ?? '';
  const confirmed = run.ready.map(({ number, looked }) => ({
    ...{ number, mark: markOf({ number }), email: looked.payload.email },
  }));
  stage.world.record({ what: 'imported', import: id, by, confirmed, others: run.leftOut.map(markOf) });
  seen.onStart(id);
  await beginImport(id, run, bot.importing);
}

const presses = { pause: 0, resume: 1, cancel: 2 } as const;
export type Press = keyof typeof presses;

/** Presses a button of an import's message. */
export function pressImport(stage: Stage, id: string, press: Press): void {
  const bot = stage.anyBot();
  const listener = bot && importButtons[presses[press]]?.listener(bot.importing);
  if (!listener) return;
  const { world } = stage;
  const args = { ack: async () => {}, action: { value: JSON.stringify({ import: id }) } };
  if (press === 'resume') world.record({ what: 'resumed', import: id });
  void listener
    .run(args as never, { userId: 'U0INES', role: 'hr' })
    .then(() => {
      if (press !== 'resume')
        world.record({ what: 'stopped', import: id, press, untouched: untouchedIn(id, world) });
    })
    .catch(() => {});
}

/** Numbers of the rows that no process has taken. */
function untouchedIn(id: string, { sqlite }: World): number[] {
  const rows = sqlite.prepare(`select number from hire_import_rows
    where import_id = ? and state = 'waiting' and claimed_until is null`);
  return rows.all(id).map(({ number }) => Number(number));
}

/** Ids of started imports, the newest first. */
export function startedImports({ world }: Stage): string[] {
  const ids = world.history.flatMap((one) => (one.what === 'imported' ? one.import : []));
  return [...new Set(ids.toReversed())];
}

/** Ids of paused imports, and of the requests of imports that wait for a person's answer. */
export function waitingImports({ sqlite }: World): { paused: string[]; asking: string[] } {
  const idsOf = (query: string) =>
    sqlite
      .prepare(query)
      .all()
      .map(({ id }) => String(id));
  return {
    paused: idsOf("select id from hire_imports where state = 'paused' and ended_at is null"),
    asking: idsOf(`select requests.id as id from requests join hire_import_rows on request_id = requests.id
      where requests.state = 'needs_review'`),
  };
}

export function leftOfImports({ sqlite }: World): Pick<Ended, 'imports' | 'rows'> {
  const idOf = (purpose: string) => `(select metadata_id from messages where key = ${purpose})`;
  const imports =
    sqlite.prepare(`select id, state, ended_at, ${idOf("'import ' || hire_imports.id")} as progress,
    ${idOf("'import ' || hire_imports.id || ' report all'")} as results,
    ${idOf("'import ' || hire_imports.id || ' report notAdded'")} as report from hire_imports where state <> 'draft'`);
  const rows = sqlite.prepare('select import_id, number, state, request_id from hire_import_rows');
  return {
    imports: imports.all() as unknown as LeftImport[],
    rows: rows.all() as unknown as LeftRow[],
  };
}
