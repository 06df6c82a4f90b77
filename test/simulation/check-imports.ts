import {
  type Ended,
  type HappeningOf,
  type ImportedRow,
  type LeftImport,
  type LeftRow,
  those,
} from './history.ts';

const ends = ['done', 'rejected', 'cancelled'];

/** Least time between two posts or updates of a progress message, in milliseconds. */
const pace = 1_000;

const formOf = ({ import_id, number }: Pick<LeftRow, 'import_id' | 'number'>) => `${import_id}-${number}`;

function requestOf({ requests }: Ended, row: Pick<LeftRow, 'import_id' | 'number'>) {
  return requests.find(({ submission }) => submission === formOf(row));
}

/** Rows that HR saw and wanted to be added. */
function confirmedIn(ended: Ended, id: string): ImportedRow[] {
  const own = those(ended, 'imported').filter((one) => one.import === id);
  return [...new Map(own.flatMap(({ confirmed }) => confirmed).map((row) => [row.number, row])).values()];
}

/** Each row of a started import is added, declined or not added, and nothing else is known of it. */
export function everyRowEndsOnce(ended: Ended): string[] {
  return ended.imports.flatMap(({ id, state, ended_at }) => {
    if (ended_at === null) return [`${id} is ${state}, and hasn’t ended`];
    const rows = ended.rows.filter((row) => row.import_id === id);
    return rows.flatMap((row) => {
      const request = requestOf(ended, row);
      const isSent = row.state === 'sent' && row.request_id === request?.id;
      const isOver = isSent && ends.includes(request?.state ?? '');
      const isLeft = row.state === 'waiting' && state === 'cancelled';
      const isDeclined = ['refused', 'left_out'].includes(row.state) || isLeft;
      return isOver || (isDeclined && !request)
        ? []
        : [`${formOf(row)} is ${row.state}, and its request ${request?.state ?? 'isn’t there'}`];
    });
  });
}

/** Nobody is added but the people of rows that HR confirmed. */
export function onlyConfirmedRowsAreAdded(ended: Ended): string[] {
  const submitted = those(ended, 'submitted').filter((one) => one.import !== undefined);
  return submitted.flatMap(({ at, form, name, subject, import: id }) => {
    const isConfirmed = those(ended, 'imported').some(
      (one) =>
        one.import === id &&
        one.at <= at &&
        one.confirmed.some(({ number, email }) => `${id}-${number}` === form && email === subject),
    );
    return isConfirmed ? [] : [`${name} (${form}) wasn’t confirmed`];
  });
}

/** After Pause or “Cancel the rest”, no row begins that hadn't begun, until Continue. */
export function nothingBeginsAfterStopping(ended: Ended): string[] {
  return those(ended, 'stopped').flatMap(({ import: id, press, at, untouched }) => {
    const resumed = those(ended, 'resumed').find((one) => one.import === id && one.at >= at);
    const until = press === 'cancel' ? undefined : resumed?.at;
    return untouched.flatMap((number) => {
      const request = requestOf(ended, { import_id: id, number });
      const accepted = ended.steps.find((one) => one.request === request?.id && one.what === 'accepted');
      const isIn = accepted && accepted.at >= at && accepted.at < (until ?? Number.POSITIVE_INFINITY);
      return isIn ? [`${id}-${number} began after ${press}`] : [];
    });
  });
}

/** Processes whose clocks differ don't agree on a second. */
function clocksDiffer({ history }: Ended): boolean {
  return history.some((one) => one.what === 'world' && one.text.startsWith('clocks'));
}

/** Posts of an import's message about its progress. */
function postsOf(ended: Ended, { progress }: LeftImport): HappeningOf<'posted'>[] {
  return those(ended, 'posted').filter(({ id }) => id === progress);
}

/** The message about the progress is sent to Slack at most once a second, over all processes. */
export function progressLeavesSlackInPeace(ended: Ended): string[] {
  if (clocksDiffer(ended)) return [];
  return ended.imports.flatMap((one) => {
    const names = [one.progress, ...postsOf(ended, one).map(({ ts }) => ts)];
    const sent = those(ended, 'sending').filter(({ message }) => names.includes(message));
    return sent.slice(1).flatMap(({ at }, index) => {
      const before = sent[index]?.at ?? 0;
      return at - before >= pace ? [] : [`${one.id} was updated again after ${at - before} ms`];
    });
  });
}

/** Numbers of the rows whose people the service has, or had. */
function addedIn(ended: Ended, id: string): ImportedRow[] {
  return confirmedIn(ended, id).filter(({ number }) => {
    const request = requestOf(ended, { import_id: id, number });
    const isMade = those(ended, 'made').some((made) => made.request === request?.id);
    // Deleted in the service before anybody looked.
    return isMade && request?.state !== 'cancelled';
  });
}

/** At the end the message says how many were added and declined, by the service's own table. */
export function progressEndsTrue(ended: Ended): string[] {
  return ended.imports.flatMap((one) => {
    const { id, state, ended_at } = one;
    if (ended_at === null) return [];
    const [post, ...others] = postsOf(ended, one);
    if (!post || others.length > 0) return [`${id} has ${others.length + (post ? 1 : 0)} messages`];
    const updates = those(ended, 'updated').filter(
      ({ channel, ts }) => channel === post.channel && ts === post.ts,
    );
    const { text } = updates.at(-1) ?? post;
    const [all, added] = [confirmedIn(ended, id).length, addedIn(ended, id).length];
    const waiting = ended.rows.filter((row) => row.import_id === id && row.state === 'waiting').length;
    const declined = all - added - waiting;
    const counts = `${added} of ${all} added${declined > 0 ? ` · ${declined} declined` : ''}.`;
    const isTrue = text.endsWith(`: ${counts}`) && /^Import finished|^Cancelled/.test(text);
    return isTrue ? [] : [`${id} is ${state}: “${text}”, and not ${counts}`];
  });
}

/** At the end HR has the result of each row, and a file with the rows that weren't added. */
export function reportIsComplete(ended: Ended): string[] {
  return ended.imports.flatMap(({ id, results, report, ended_at }) => {
    if (ended_at === null) return [];
    const added = new Set(addedIn(ended, id).map(({ mark }) => mark));
    const own = those(ended, 'imported').filter((one) => one.import === id);
    const marks = own.flatMap(({ confirmed, others }) => [...confirmed.map(({ mark }) => mark), ...others]);
    const all = [...new Set(marks)].toSorted();
    const missing = all.filter((mark) => !added.has(mark));
    const wanted = [
      ...all.map((mark) => `${mark} ${added.has(mark) ? 'added' : 'not'}`),
      ...missing.map((mark) => `${mark} not`),
    ];
    const told = [results, report].flatMap((file) => linesOf(ended, file));
    return told.join() === wanted.join() ? [] : [`${id} reports ${told.join()}, and not ${wanted.join()}`];
  });
}

/** Marks of the rows in a file, and whether it says that they were added. */
function linesOf(ended: Ended, file: string | null): string[] {
  const posts = those(ended, 'posted').filter(({ id }) => file !== null && id.includes(file.slice(0, 8)));
  const lines = posts.flatMap(({ shown }) => [...shown.matchAll(/(F-\d+\.\d+\.)(,Added$)?/gm)]);
  return lines.map(([, mark, isAdded]) => `${mark} ${isAdded ? 'added' : 'not'}`).toSorted();
}

const announcing = /\bjoin(s|ed)?\b|new hires, with you/;

/** Each hire of an import is announced in each place once and in each reminder, perhaps with others. */
export function importedHiresAreAnnouncedOnce(ended: Ended): string[] {
  const added = new Map(those(ended, 'made').map(({ request, name }) => [request, name]));
  const imported = ended.requests.filter(({ context }) => context.includes('"importId"'));
  return imported.flatMap(({ id }) => {
    const name = added.get(id);
    if (name === undefined) return [];
    const says = ({ text, shown }: { text: string; shown: string }) => `${text}\n${shown}`.includes(name);
    const seen = [...those(ended, 'posted'), ...those(ended, 'updated')].filter(says);
    const sent = ended.messages.filter(({ request_id, state }) => request_id === id && state === 'sent');
    const told = sent.filter(({ purpose }) =>
      /^(headline:\w+|manager|buddy)$|^plan:(before|day|week)/.test(purpose),
    );
    const untold = told.filter(
      ({ channel, ts }) => !seen.some((one) => one.channel === channel && one.ts === ts),
    );
    const made = [...added.values()].filter((one) => one === name).length;
    const announced = those(ended, 'posted').filter((one) => says(one) && announcing.test(one.text));
    const twice = [...Map.groupBy(announced, ({ channel }) => channel)].filter(
      ([channel, posts]) =>
        posts.length > made + those(ended, 'deleted').filter((one) => one.channel === channel).length,
    );
    return [
      ...untold.map(({ purpose }) => `${name} isn’t in ${purpose}`),
      ...twice.map(([channel, posts]) => `${name} is announced ${posts.length} times in ${channel}`),
    ];
  });
}
