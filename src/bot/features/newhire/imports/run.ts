import { z } from 'zod';
import { parsedJson } from '../../../../json.ts';
import { type Repeating, repeat } from '../../../../time/clock.ts';
import type { Bot } from '../../../bot.ts';
import { explain } from '../../../onboarding/outage.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import { messageOf } from '../../../requests/result-views.ts';
import { type By, button } from '../../../slack/button.ts';
import { confirmation, paragraph, row } from '../../../slack/views/blocks.ts';
import type { Counts, HireImport } from '../../../storage/hire-imports.ts';
import { say as sayNewHire } from '../messages.ts';
import { HireContext, isHire, kind, StoredHire } from '../request.ts';
import { say } from './messages.ts';
import { asCorrected, Choices } from './rows.ts';
import { Table, writeTable } from './table.ts';
import { columnFields } from './vocabulary.ts';

/** Requests of an import that are open at the same time: other people's requests wait behind few. */
const mostOpen = 6;

/** Milliseconds between looks: while an import runs, and while another process may start one. */
const every = { running: 1_000, idle: 10_000 };

/** Least time between two updates of a message, in milliseconds: Slack takes about 50 in a minute. */
const pace = 1_200;

/** Requests in one statement. */
const mostAtOnce = 500;

/** Wait after a request has ended, so that one look covers several, in milliseconds. */
const soon = 200;

const OfImport = z.object({ import: z.string() });
const OfReport = OfImport.extend({ rows: z.enum(['all', 'notAdded']).default('notAdded') });
const Stored = z.object({ payload: StoredHire, context: HireContext });

/**
 * Goes on with started imports. Everything is in the database, so any process can do each step, and a repeated step
 * does nothing: a row has one submission.
 */
export function createImportRun(bot: Bot) {
  const { imports, ledger, changes, clock, log } = bot;
  const { progress, report } = importMessages(bot);
  let turns: Repeating | undefined;
  let isOpen = false;
  let isRunning = false;

  async function turn(stopping: AbortSignal): Promise<void> {
    const open = await imports.open();
    isOpen = open.length > 0;
    isRunning = open.some(({ state }) => state !== 'paused');
    for (const one of open) {
      if (stopping.aborted) return;
      // One import doesn't hold up another.
      await goOn(one, stopping).catch(onError);
    }
  }

  function onError(err: unknown): void {
    log.error({ err }, 'an import waits');
  }

  async function goOn(one: HireImport, stopping: AbortSignal): Promise<void> {
    const before = await imports.counts(one.id);
    for (let room = mostOpen - before.open; room > 0 && !stopping.aborted; room -= 1)
      if (!(await submitNext(one))) break;
    const counts = await imports.counts(one.id);
    await tell(one, counts, isOverIn(one, counts));
  }

  /** @returns false if no row can be sent now */
  async function submitNext(one: HireImport): Promise<boolean> {
    const row = await imports.claim(one.id);
    if (!row) return false;
    const outcome = await outcomeOf(row, one);
    if (outcome) await imports.settle(one.id, row.number, outcome);
    else await imports.release(one.id, row.number);
    return true;
  }

  /** Submits the row, once in all processes. @returns its request, or why there is none; undefined if it isn't sent */
  async function outcomeOf({ number, request }: { number: number; request: unknown }, one: HireImport) {
    const { id, owner, state } = one;
    const { data } = Stored.safeParse(request);
    if (!data) return { reasons: [say().unreadableRow] };
    const { payload, context } = data;
    const submission = `${id}-${number}`;
    // A process that ended after submitting may not have noted it.
    const before = await ledger.findBySubmission(submission, payload.email);
    if (before) return { requestId: before.id };
    if (state !== 'running') return undefined;
    if (await isAdded(payload.email, id)) return { reasons: [say().meanwhile] };
    const { accepted, answers } = await ledger.submit({
      kind,
      payload,
      context,
      requester: owner,
      submission,
    });
    answers.forget();
    const isOwn = accepted.kind === 'accepted' || accepted.kind === 'repeated';
    return isOwn ? { requestId: accepted.request.id } : { reasons: [say().sorts.open] };
  }

  /** Whether somebody else's request has added the person since the check. */
  async function isAdded(email: string, id: string): Promise<boolean> {
    const done = await ledger.newestDone(kind, email);
    if (!done || !isHire(done) || done.calledOffAt !== null || done.context.importId === id) return false;
    return bot.directory.current()?.peopleByEmail.has(email.toLowerCase()) ?? false;
  }

  /** Keys name the state, so a repeat in any process adds no message. */
  async function tell(one: HireImport, counts: Counts, isOver: boolean): Promise<void> {
    const { id, owner, version } = one;
    // Another process may have told something since this look began.
    const newest = (await imports.find(id)) ?? one;
    const { toldAt } = newest;
    const purpose = `import ${id}`;
    const about = { import: id };
    const { added, declined, asking, open } = counts;
    const isHeld = ledger.outage() !== undefined;
    const told = [version, added, declined, asking, isHeld, isOver, one.state === 'running' || open].join(
      ' ',
    );
    if (toldAt === undefined)
      await ledger.enqueue(progress.message({ purpose, recipient: { channel: owner } }, about));
    if (isSettledIn(one, counts) && told !== newest.told) await announce(id);
    const wait = pace - (clock.now().getTime() - (toldAt?.getTime() ?? 0));
    if (told !== newest.told && !isOver && wait > 0 && wait <= pace) turns?.wakeIn(wait);
    else if (told !== newest.told) {
      const update = {
        purpose: `${purpose} ${told} ${toldAt?.getTime()}`,
        recipient: { inPlaceOf: purpose },
      };
      await ledger.enqueue(progress.message(update, about));
      await imports.noteTold(newest, told);
    }
    if (isOver) await end(one, counts);
  }

  /** Announces the hires who were added. */
  async function announce(id: string): Promise<void> {
    const done = (await imports.results(id)).filter(({ request }) => request === 'done');
    const ids = done.flatMap(({ requestId }) => requestId ?? []);
    for (let from = 0; from < ids.length; from += mostAtOnce)
      await ledger.sendTogether(ids.slice(from, from + mostAtOnce));
  }

  async function end({ id, owner }: HireImport, { added, all, leftOut }: Counts): Promise<void> {
    const isWhole = added === all && leftOut === 0;
    for (const rows of isWhole ? (['all'] as const) : (['all', 'notAdded'] as const)) {
      const address = { purpose: `import ${id} report ${rows}`, recipient: { channel: owner } };
      await ledger.enqueue(report.message(address, { import: id, rows }));
    }
    await imports.end(id);
  }

  const wake = () => turns?.wake();
  changes.listen(() => {
    if (isOpen) turns?.wakeIn(soon);
  });

  return {
    messages: [progress, report],
    wake,
    begin(): void {
      turns = repeat({ clock, every: () => (isRunning ? every.running : every.idle), turn, onError });
    },
    async stop(): Promise<void> {
      await turns?.stop();
    },
  };
}

/** A file with the headings that an import knows. */
export const emptyFile = defineMessage({
  name: 'newhire.import_file',
  label: () => say().emptyFile.label,
  about: z.object({}),
  build() {
    const { name, title, comment } = say().emptyFile;
    const fields = columnFields.filter((field) => field !== 'full_name');
    const content = writeTable({
      delimiter: ',',
      header: fields.map((field) => sayNewHire().labels[field]),
      rows: [],
    });
    return { ...messageOf(comment), file: { name, title, comment, content } };
  },
});

type Result = Awaited<ReturnType<Bot['imports']['results']>>[number];

function importMessages({ imports, ledger }: Bot) {
  /** Milliseconds until the last row has ended; undefined if that can't be told. */
  async function timeLeft({ id, state }: HireImport, { waiting, open, asking }: Counts) {
    if (state !== 'running' || ledger.outage()) return undefined;
    const each = await imports.timePerRow(id);
    return each === undefined ? undefined : (waiting + open - asking) * each;
  }

  const progress = defineMessage({
    name: 'newhire.import',
    label: () => say().progress.label,
    about: OfImport,
    async build({ import: id }) {
      const found = await imports.find(id);
      if (!found || found.state === 'draft') return undefined;
      const counts = await imports.counts(id);
      return progressMessage(found, counts, ledger.outage(), await timeLeft(found, counts));
    },
  });

  const report = defineMessage({
    name: 'newhire.import_report',
    label: () => say().report.label,
    about: OfReport,
    async build({ import: id, rows: which }) {
      const found = await imports.find(id);
      const stored = Table.safeParse(found?.content).data;
      const choices = Choices.safeParse(found?.choices).data;
      if (!stored || !choices) return undefined;
      const table = asCorrected(stored, choices);
      const results = await imports.results(id);
      const reported = results.filter(({ request }) => which === 'all' || request !== 'done');
      const byNumber = new Map(table.rows.map((one) => [one.number, one.cells]));
      const rows = await Promise.all(
        reported.map(async (row) => {
          const cells = table.header.map((_, at) => byNumber.get(row.number)?.[at] ?? '');
          return { number: row.number, cells: [...cells, await resultOf(row)] };
        }),
      );
      const { name, label, comment, column } = say().report[which];
      const text = comment(rows.length);
      const content = writeTable({ ...table, header: [...table.header, column], rows });
      return { ...messageOf(text), file: { name, title: label, comment: text, content } };
    },
  });

  async function resultOf({ reasons, request: state, requestId }: Result): Promise<string> {
    if (state === 'done') return say().report.added;
    const stored = z.array(z.string()).safeParse(parsedJson(reasons ?? '')).data;
    if (stored) return stored.join(' ');
    const request = requestId === null ? undefined : await ledger.find(requestId);
    const end = request?.outcome;
    if (!request || !isHire(request) || end?.kind !== 'rejected') return say().report.cancelled;
    const declined = { called: request.context, by: end.by, gone: undefined };
    return sayNewHire().everySentence(end.problem, declined).replaceAll('\n', ' ');
  }

  return { progress, report };
}

/** Whether no more are added until somebody answers or presses. */
function isSettledIn(
  { state }: Pick<HireImport, 'state'>,
  { open, asking, begun, waiting }: Counts,
): boolean {
  return open === asking && begun === 0 && (waiting === 0 || state !== 'running');
}

function isOverIn({ state }: Pick<HireImport, 'state'>, { open, begun, waiting }: Counts): boolean {
  return open + begun === 0 && (waiting === 0 || state === 'cancelled');
}

/** @param left see `timeLeft` */
function progressMessage(
  { id, state }: HireImport,
  counts: Counts,
  outage: Error | undefined,
  left: number | undefined,
) {
  const { progress } = say();
  const isOver = isOverIn({ state }, counts);
  const text = progress[stateOf(state, isOver)](counts);
  const lines = [
    ...(isOver ? [] : [progress.bar((counts.added + counts.declined) / counts.all, left)]),
    ...(outage && !isOver ? [progress.held(explain(outage))] : []),
    ...(state !== 'running' && counts.open > 0 ? [progress.underWay(counts.open)] : []),
    ...(counts.leftOut > 0 ? [progress.leftOut(counts.leftOut)] : []),
  ];
  const about = { import: id };
  const stop = {
    ...cancelImport.show(about, { text: progress.cancel }),
    confirm: confirmation(progress.question),
  };
  const pause = pauseImport.show(about, { text: progress.pause });
  const resume = resumeImport.show(about, { text: progress.resume });
  const buttons =
    counts.waiting === 0 || state === 'cancelled' ? [] : [state === 'paused' ? resume : pause, stop];
  return messageOf(text, ...lines.map((line) => paragraph(line)), ...row(...buttons));
}

function stateOf(state: HireImport['state'], isOver: boolean): 'running' | 'paused' | 'cancelled' | 'ended' {
  if (state === 'cancelled' || state === 'paused') return state === 'paused' && isOver ? 'ended' : state;
  return isOver ? 'ended' : 'running';
}

interface Pressed extends Bot {
  wakeImports(): void;
}

function changing(id: string, from: readonly HireImport['state'][], to: HireImport['state']) {
  return button({
    id,
    role: 'hr',
    value: OfImport,
    async press({ import: one }, { imports, wakeImports }: By<Pressed>) {
      await imports.change(one, from, to);
      wakeImports();
    },
  });
}

const pauseImport = changing('newhire_import_pause', ['running'], 'paused');
const resumeImport = changing('newhire_import_resume', ['paused'], 'running');
const cancelImport = changing('newhire_import_cancel', ['running', 'paused'], 'cancelled');

export const importButtons = [pauseImport, resumeImport, cancelImport];
