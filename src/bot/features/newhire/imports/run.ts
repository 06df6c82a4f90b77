import { z } from 'zod';
import { parsedJson } from '../../../../json.ts';
import { type Repeating, repeat, within } from '../../../../time/clock.ts';
import type { Bot } from '../../../bot.ts';
import { explain } from '../../../onboarding/outage.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import { messageOf } from '../../../requests/result-views.ts';
import { type By, button } from '../../../slack/button.ts';
import { confirmation, paragraph, row } from '../../../slack/views/blocks.ts';
import type { Counts, HireImport, SettledRow } from '../../../storage/hire-imports.ts';
import { say as sayNewHire } from '../messages.ts';
import { HireContext, isHire, kind, StoredHire } from '../request.ts';
import { say } from './messages.ts';
import { asCorrected, Choices } from './rows.ts';
import { Table, writeTable } from './table.ts';
import { columnFields } from './vocabulary.ts';
import type { ImportServices } from './windows.ts';

/** Requests of an import that are open at the same time: other people's requests wait behind few. */
const mostOpen = 6;

/** Milliseconds between looks: while an import runs, and while another process may start one. */
const every = { running: 1_000, idle: 10_000 };

/** Time between two updates of a message, in milliseconds: Slack takes about 50 in a minute. */
const pace = 1_200;

/** Requests in one statement. */
const mostAtOnce = 500;

/** Wait after a request has ended, so that one look covers several, in milliseconds. */
const soon = 15;

const OfImport = z.object({ import: z.string() });
const OfReport = OfImport.extend({ rows: z.enum(['all', 'notAdded']).default('notAdded') });
const Stored = z.object({ payload: StoredHire, context: HireContext });

/**
 * Goes on with started imports. Everything is in the database, so any process can do each step, and a repeated step
 * does nothing: a row has one submission.
 */
export function createImportRun(bot: Bot) {
  const { imports, ledger, clock, log } = bot;
  const { progress, report } = importMessages(bot);
  let turns: Repeating | undefined;
  let isRunning = false;

  async function turn(stopping: AbortSignal): Promise<void> {
    const open = await imports.open();
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
    const before = await imports.countOpen(one.id);
    const open = before + (stopping.aborted ? 0 : await submitNext(one, mostOpen - before));
    isRunning ||= open > 0;
    const age = clock.now().getTime() - (one.toldAt?.getTime() ?? 0);
    if (open === 0 || age < 0 || age >= pace) await tell(one, await imports.counts(one.id));
  }

  /** @param room rows that may be sent now @returns their number */
  async function submitNext(one: HireImport, room: number): Promise<number> {
    const rows = room > 0 ? await imports.claim(one.id, room) : [];
    const settled: SettledRow[] = [];
    // One after the other: outcomes of requests, which the service waits for, are stored meanwhile.
    for (const row of rows) {
      const known = await settledOf(row, one).catch(onError);
      if (known) settled.push(known);
    }
    if (settled.length > 0) await imports.settle(one.id, settled);
    if (settled.some(({ reasons }) => reasons)) turns?.wake();
    return rows.length;
  }

  /** Submits the row, once in all processes, unless the import is paused. */
  async function settledOf(
    { number, request }: { number: number; request: unknown },
    one: HireImport,
  ): Promise<SettledRow> {
    const { id, owner, state } = one;
    const { data } = Stored.safeParse(request);
    if (!data) return { number, reasons: [say().unreadableRow] };
    const { payload, context } = data;
    const submission = `${id}-${number}`;
    // A process that ended after submitting may not have noted it.
    const before = await ledger.findBySubmission(submission, payload.email);
    if (before) return { number, requestId: before.id };
    if (state !== 'running') return { number };
    if (await isAdded(payload.email, id)) return { number, reasons: [say().meanwhile] };
    const { accepted, answers } = await ledger.submit({
      kind,
      payload,
      context,
      requester: owner,
      submission,
      isShown: true,
    });
    // Another process may send it: then the next turn sees its end.
    void within(clock, every.running, answers.first)
      .finally(answers.forget)
      .then(() => turns?.wakeIn(soon));
    const isOwn = accepted.kind === 'accepted' || accepted.kind === 'repeated';
    return { number, ...(isOwn ? { requestId: accepted.request.id } : { reasons: [say().sorts.open] }) };
  }

  /** Whether somebody else's request has added the person since the check. */
  async function isAdded(email: string, id: string): Promise<boolean> {
    const done = await ledger.newestDone(kind, email);
    if (!done || !isHire(done) || done.calledOffAt !== null || done.context.importId === id) return false;
    return bot.directory.current()?.peopleByEmail.has(email.toLowerCase()) ?? false;
  }

  async function tell(one: HireImport, counts: Counts): Promise<void> {
    const isOver = isOverIn(one, counts);
    const { id, state, version } = one;
    // Another process may have told something since this look began.
    const newest = (await imports.find(id)) ?? one;
    const { added, declined, asking, open } = counts;
    const isHeld = ledger.outage() !== undefined;
    const told = [version, added, declined, asking, isHeld, isOver, state === 'running' || open].join(' ');
    if (isSettledIn(one, counts) && told !== newest.told) await announce(id);
    const isShown = told === newest.told || (await show(newest, told, isOver));
    isRunning ||= !isShown;
    if (isOver && isShown) await end(one, counts);
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
      const address = { purpose: `${laneOf(id)} report ${rows}`, recipient: { channel: owner } };
      await ledger.enqueue(report.message(address, { import: id, rows }));
    }
    await imports.end(id);
  }

  /**
   * Posts the message or updates it. Keys name the state, so a repeat in any process adds no message.
   * @returns false if it is too early for what is told
   */
  async function show({ id, owner, toldAt, ...before }: HireImport, told: string, isOver: boolean) {
    const lane = laneOf(id);
    const about = { import: id };
    if (toldAt === undefined) {
      await ledger.enqueue(progress.message({ purpose: lane, lane, recipient: { channel: owner } }, about));
      await imports.noteTold({ id, told: before.told }, '');
      return false;
    }
    const age = clock.now().getTime() - toldAt.getTime();
    if (!isOver && age >= 0 && age < pace) return false;
    // A message that waits for Slack is built when it is sent: another one would say the same.
    if (await ledger.isWaitingIn(lane)) return false;
    const purpose = `${lane} ${told} ${toldAt.getTime()}`;
    await ledger.enqueue(progress.message({ purpose, lane, recipient: { inPlaceOf: lane } }, about));
    await imports.noteTold({ id, told: before.told }, told);
    return true;
  }

  return {
    messages: [progress, report],
    wake: () => turns?.wake(),
    begin(): void {
      turns = repeat({ clock, every: () => (isRunning ? every.running : every.idle), turn, onError });
    },
    async stop(): Promise<void> {
      await turns?.stop();
    },
  };
}

/** Lane of the message, and its purpose. */
const laneOf = (id: string) => `import ${id}`;

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
      const found = await imports.findWhole(id);
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
  const started = state === 'draft' ? 'running' : state;
  const text = progress[isOver && state !== 'cancelled' ? 'ended' : started](counts);
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

function changing(id: string, from: readonly HireImport['state'][], to: HireImport['state']) {
  return button({
    id,
    role: 'hr',
    value: OfImport,
    async press({ import: one }, { imports, wakeImports }: By<ImportServices>) {
      await imports.change(one, from, to);
      wakeImports();
    },
  });
}

const pauseImport = changing('newhire_import_pause', ['running'], 'paused');
const resumeImport = changing('newhire_import_resume', ['paused'], 'running');
const cancelImport = changing('newhire_import_cancel', ['running', 'paused'], 'cancelled');

export const importButtons = [pauseImport, resumeImport, cancelImport];
