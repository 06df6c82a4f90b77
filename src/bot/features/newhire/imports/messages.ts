import { listOf, numberText, plural, words } from '../../../../language.ts';
import type { Unreached } from '../../../ledger/outbox/message.ts';
import { say as sayRequests } from '../../../requests/messages.ts';
import { cut } from '../../../slack/views/blocks.ts';
import type { Counts } from '../../../storage/hire-imports.ts';
import { say as sayNewHire } from '../messages.ts';
import type { ColumnField, Repaired, Unknown } from './vocabulary.ts';

const hires = (count: number) => plural(count, 'hire');
const rows = (count: number) => plural(count, 'row');

/** First few, so that a line stays a line. */
function some(names: readonly string[], most: number): string {
  const more = names.length - most;
  return listOf(more > 0 ? [...names.slice(0, most), `${more} more`] : names);
}

function rowList(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? 'row' : 'rows'} ${some(numbers.map(String), 8)}`;
}

const kinds: Record<Repaired, (count: number) => string> = {
  manager: (count) => plural(count, 'manager'),
  buddy: (count) => plural(count, 'buddy', 'buddies'),
  sequences: (count) => plural(count, 'sequence'),
};

const choose: Record<Repaired, string> = {
  manager: 'Choose one for all of these rows, or leave empty for none.',
  buddy: 'Choose one for all of these rows, or leave empty for none.',
  sequences: 'Choose for all of these rows, or leave empty for none.',
};

type Progress = Pick<Counts, 'all' | 'added' | 'declined' | 'asking'>;

/** `12 of 40 added · 1 declined` */
function progressOf({ all, added, declined, asking }: Progress): string {
  return [
    `${numberText(added)} of ${numberText(all)} added`,
    ...(declined > 0 ? [`${numberText(declined)} declined`] : []),
    ...(asking > 0 ? [`${asking} ${asking === 1 ? 'needs' : 'need'} your answer in App Home`] : []),
  ].join(' · ');
}

function bar(done: number): string {
  const filled = Math.floor(done * 10);
  return '▰'.repeat(filled) + '▱'.repeat(10 - filled);
}

function timeText(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  return minutes <= 1 ? 'About a minute' : `About ${minutes} minutes`;
}

function labelOf(field: ColumnField): string {
  return field === 'full_name' ? 'Name' : sayNewHire().labels[field];
}

const en = {
  title: 'Import hires',
  intro: 'Choose a CSV file, or paste rows from a spreadsheet with their headings.',
  labels: { file: 'CSV file', rows: 'Rows', template: 'Template' },
  hints: {
    file: (most: number, megabytes: number) => `Up to ${numberText(most)} rows and ${megabytes} MB.`,
    rows: 'For example the columns First name, Last name, Work email, Start day, Manager.',
    template: 'Fills empty cells.',
  },
  emptyFile: {
    label: 'Empty file for an import',
    button: 'Send me an empty file',
    sent: 'The file comes as a direct message.',
    name: 'new-hires.csv',
    title: 'New hires',
    comment: 'One row per hire. Only the name and the work email are needed.',
  },
  noFiles: 'To import a file, your Frontdesk admin has to reinstall the Slack app. You can paste rows.',
  next: 'Continue',
  reading: 'Reading the rows…',
  chooseOne: 'Choose a file or paste rows.',
  notBoth: 'Choose a file or paste rows, not both.',
  unreadable: {
    empty: 'There are no rows below the headings.',
    tooMany: (most: number) => `There are more than ${numberText(most)} rows. Split them.`,
    tooLarge: (megabytes: number) => `The file is larger than ${megabytes} MB. Split it.`,
    workbook: 'This is a workbook. Save it as CSV and try again.',
    broken: 'These rows can’t be read. Check that every quotation mark is closed.',
    refused: 'Slack doesn’t give Frontdesk this file. Paste its rows instead.',
    away: 'Slack didn’t send the file. Try again.',
  },
  gone: 'This import has expired. Start again.',
  check: {
    title: 'Check import',
    summary: (ready: number, leftOut: number) =>
      `${hires(ready)} can be added.${leftOut > 0 ? ` ${rows(leftOut)} left out.` : ''}`,
    nobody: 'Nobody can be added yet.',
    columns: (pairs: readonly [ColumnField, string][]) =>
      `Columns: ${pairs.map(([field, name]) => `${labelOf(field)} from “${cut(name, 40)}”`).join(', ')}.`,
    unused: (names: readonly string[]) =>
      `Not used: ${some(
        names.map((name) => `“${cut(name, 40)}”`),
        10,
      )}.`,
    column: (field: ColumnField) => `Column with the ${labelOf(field).toLowerCase()}`,
    noColumn: (field: ColumnField) => `No heading for the ${labelOf(field).toLowerCase()}.`,
    wholeName: 'For a column with the whole name, choose it twice.',
    order: 'Dates',
    orders: { dayFirst: 'Day first (31/12)', monthFirst: 'Month first (12/31)' },
    orderHint: 'Dates in these rows can be read both ways.',
    unknown: (field: Repaired, unknown: readonly Unknown[]) => {
      const names = unknown.map(({ name }) => `“${cut(name, 60)}”`);
      const numbers = unknown.flatMap((one) => one.rows).toSorted((one, other) => one - other);
      return `${kinds[field](names.length)} not found: ${some(names, 5)} (${rowList(numbers)}).`;
    },
    choose,
    faulty: 'Rows left out',
    faultyHint: 'Correct them here, then check again. Keep the row numbers.',
    number: 'Row',
    badNumber: 'Begin each line with its row number.',
    leftOut: 'Left out:',
    look: 'Take a look:',
    group: (text: string, numbers: readonly number[]) => `${text} (${rowList(numbers)})`,
    more: (count: number) => `and ${numberText(count)} more`,
    noTasks: 'Tasks aren’t listed here.',
    again: 'Check again',
    add: (count: number) => `Add ${hires(count)}`,
    changed: 'Something here is new. Check again.',
    notAll: 'Not every row can be added as it is.',
  },
  confirm: {
    title: (count: number) => `Add ${hires(count)}?`,
    text: (count: number) =>
      `Frontdesk adds ${hires(count)} and sends their announcements. Messages can’t be unsent.`,
  },
  started: (count: number) => `Adding ${hires(count)}. A direct message shows the progress.`,
  startedBefore: 'This import has started. A direct message shows the progress.',
  notADay: (text: string) => `I couldn’t use “${cut(text, 60)}” as a date.`,
  notKnown: (text: string) => `I couldn’t use “${cut(text, 60)}”.`,
  twice: (number: number) => `This address is in row ${number} too.`,
  sorts: {
    twice: 'The same work email is in an earlier row.',
    taken: 'An employee already has this work email.',
    open: 'There’s already a request for this work email.',
  },
  unreadableRow: 'This row can’t be read any more.',
  meanwhile: 'Somebody else added this person meanwhile.',
  progress: {
    label: 'Progress of an import',
    running: (counts: Progress) => `Adding ${hires(counts.all)}: ${progressOf(counts)}.`,
    paused: (counts: Progress) => `Paused: ${progressOf(counts)}.`,
    cancelled: (counts: Progress) => `Cancelled: ${progressOf(counts)}.`,
    ended: (counts: Progress) => `Import finished: ${progressOf(counts)}.`,
    /** @param done share of the rows, 0 to 1 */
    bar: (done: number, left: number | undefined) =>
      [bar(done), ...(left === undefined ? [] : [`${timeText(left)} left`])].join(' '),
    leftOut: (count: number) => `${rows(count)} left out before the start.`,
    held: (why: string) => `Waiting for the onboarding service. ${why}`,
    underWay: (count: number) => `${hires(count)} still being added.`,
    pause: 'Pause',
    resume: 'Continue',
    cancel: 'Cancel the rest',
    question: {
      title: 'Cancel the rest?',
      text: 'Hires that were added stay. The rest won’t be added.',
      yes: 'Cancel the rest',
      no: 'Keep going',
    },
  },
  unreached: {
    label: 'Somebody not notified of imported hires',
    text: (name: string, as: string, why: Unreached) =>
      `${cut(name, 100)} (${as}) wasn’t notified about the imported hires: ${sayRequests().unreached[why]}.`,
  },
  report: {
    label: 'Report of an import',
    all: {
      label: 'Result of each row',
      name: 'import-results.csv',
      comment: (count: number) => `${count === 1 ? 'The result' : `The results of ${count} rows`}.`,
      column: 'Result',
    },
    notAdded: {
      label: 'Rows that weren’t added',
      name: 'hires-not-added.csv',
      comment: (count: number) => `${rows(count)} not added. Correct the file and import it again.`,
      column: 'Reason',
    },
    added: 'Added',
    cancelled: 'Cancelled.',
  },
};

export const say = words({ en });
