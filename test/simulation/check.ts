import { hash } from 'node:crypto';
import {
  aDayIsToldWhenItBegins,
  aRepeatIsTheSame,
  everyChangeIsToldInOrder,
  hrHearsWhatIsGivenUp,
  nobodyMissingIsTold,
  nothingIsToldBefore,
  othersKnowNoMoreThanTheyMay,
} from './check-events.ts';
import {
  everyRowEndsOnce,
  importedHiresAreAnnouncedOnce,
  nothingBeginsAfterStopping,
  onlyConfirmedRowsAreAdded,
  progressEndsTrue,
  progressLeavesSlackInPeace,
  reportIsComplete,
} from './check-imports.ts';
import { type Ended, type Happening, type HappeningOf, hrUsers, those } from './history.ts';
import { sourceName } from './starters.ts';

/** Checks one promise: returns a sentence for each violation. */
type Promise_ = (ended: Ended) => string[];

/** Promises that every run must keep, checked without product code. */
const promises: Record<string, Promise_> = {
  everySubmissionEnds,
  oneFormIsOneRequest,
  nobodyIsMadeTwice,
  outcomesAreTrue,
  nothingIsSentThatWasDeclined,
  sentencesAreTrue,
  everyMessageOnce,
  everyMessageArrives,
  whoeverAskedHearsTheEnd,
  nobodyIsAskedInVain,
  leaversAreConfidential,
  nothingAfterCallingOff,
  nobodyStartsWhoLeftBefore,
  nobodyMissingIsAnnounced,
  whatWasPreviewedIsSent,
  theServiceIsLeftInPeace,
  everyChangeIsToldInOrder,
  aRepeatIsTheSame,
  nothingIsToldBefore,
  othersKnowNoMoreThanTheyMay,
  aDayIsToldWhenItBegins,
  nobodyMissingIsTold,
  hrHearsWhatIsGivenUp,
  nobodyIsAddedByASystem,
  aStarterIsTakenOnce,
  everyStarterIsAsked,
  everyRowEndsOnce,
  onlyConfirmedRowsAreAdded,
  nothingBeginsAfterStopping,
  progressEndsTrue,
  progressLeavesSlackInPeace,
  reportIsComplete,
  importedHiresAreAnnouncedOnce,
};

export function check(ended: Ended): string[] {
  return Object.entries(promises).flatMap(([name, broken]) => broken(ended).map((how) => `${name}: ${how}`));
}

const ends = ['done', 'rejected', 'cancelled'];
const waiting = ['needs_review', 'awaiting_approval'];

/** A saved submission ends exactly once, or waits for a person. */
function everySubmissionEnds(ended: Ended): string[] {
  const answered = those(ended, 'answered').filter(({ said }) =>
    ['done', 'rejected', 'pending'].includes(said),
  );
  return [...new Set(answered.map(({ request }) => request))].flatMap((id) => {
    const states = ended.requests.filter((one) => one.id === id).map(({ state }) => state);
    const isOver = states.length === 1 && [...ends, ...waiting].includes(states[0] ?? '');
    return isOver ? [] : [`${id} is ${states.join() || 'lost'}`];
  });
}

/** Repeated submissions of a form get the outcome of its finished request. */
function oneFormIsOneRequest(ended: Ended): string[] {
  const byForm = Map.groupBy(those(ended, 'answered'), ({ form }) => form);
  return [...byForm].flatMap(([form, answers]) => {
    const done = answers.find(({ said }) => said === 'done');
    const others = answers.filter(({ at, request }) => done && at >= done.at && request !== done.request);
    return others.map(({ request }) => `${form} is done as ${done?.request}, and was answered as ${request}`);
  });
}

/**
 * No request has its effect twice, and no form adds two people, unless the first was deleted before Frontdesk looked.
 */
function nobodyIsMadeTwice(ended: Ended): string[] {
  const effects = [...those(ended, 'made'), ...those(ended, 'offboarded')];
  const deleted = new Set(those(ended, 'vanished').map(({ id }) => id));
  const left = effects.filter((one) => one.what === 'offboarded' || !deleted.has(one.id));
  const byForm = Map.groupBy(left, ({ request }) => formOf(ended, request) ?? request);
  return [...byForm].flatMap(([form, all]) =>
    all.length > 1 ? [`${form} was carried out ${all.length} times`] : [],
  );
}

function formOf({ requests }: Ended, id: string): string | undefined {
  return requests.find((one) => one.id === id)?.submission;
}

/** Whether the service carried it out, regardless of Frontdesk's records. */
function wasCarriedOut(ended: Ended, id: string): boolean {
  return [...those(ended, 'made'), ...those(ended, 'offboarded')].some(({ request }) => request === id);
}

/**
 * Finished requests were carried out by the service; declined and cancelled ones weren't, or their person was deleted
 * before the lookup.
 */
function outcomesAreTrue(ended: Ended): string[] {
  return ended.requests.flatMap(({ id, state }) => {
    const isTrue =
      state === 'done'
        ? wasCarriedOut(ended, id)
        : !ends.includes(state) ||
          !wasCarriedOut(ended, id) ||
          (state === 'cancelled' && hasVanished(ended, id));
    return isTrue
      ? []
      : [`${id} is ${state}, and the service ${state === 'done' ? 'did nothing' : 'did it'}`];
  });
}

/** Whether everybody whom the request added was deleted by then; true if it added nobody. */
function hasVanished(ended: Ended, id: string, until = Number.POSITIVE_INFINITY): boolean {
  const gone = those(ended, 'vanished').filter(({ at }) => at <= until);
  const added = those(ended, 'made').filter(({ request, at }) => request === id && at <= until);
  return added.every((made) => gone.some((one) => one.id === made.id));
}

/** A request that somebody saw declined or cancelled is never carried out. */
function nothingIsSentThatWasDeclined(ended: Ended): string[] {
  const ending = those(ended, 'decided').filter(({ how }) => how === 'decline' || how === 'cancel');
  return ending.flatMap(({ request, how, at }) => {
    const effects = [...those(ended, 'made'), ...those(ended, 'offboarded')];
    const late = effects.some((effect) => effect.request === request && effect.at > at);
    return late ? [`${request} was carried out after ${how}`] : [];
  });
}

const claims = [
  {
    says: /^(?!.*checking whether).*(has been added\.|has started\.|was changed)/m,
    isTrue: (times: number) => times > 0,
  },
  {
    says: /wasn’t added|wasn’t (started|changed)|Nothing was done in|Nothing was sent/,
    isTrue: (times: number) => times === 0,
  },
];

/** Messages and windows agree with the service's own table about a request's outcome. */
function sentencesAreTrue(ended: Ended): string[] {
  const messages = [...those(ended, 'posted'), ...those(ended, 'updated')];
  const said = [
    ...messages.map(({ at, text, shown }) => ({ at, text: `${text}\n${shown}` })),
    ...those(ended, 'answered').map(({ at, text }) => ({ at, text })),
  ];
  return said.flatMap(({ at, text }) => {
    // The request's own reference comes last in a message.
    const id = text.match(/R-[A-Z0-9]{8}/g)?.at(-1);
    if (id === undefined) return [];
    const effects = [...those(ended, 'made'), ...those(ended, 'offboarded')];
    const mine = effects.filter(({ request }) => request === id);
    const wrong = claims.filter(({ says, isTrue }) => {
      // It must be true both when it is said and at the end: a later effect doesn't justify an earlier sentence.
      const times = mine.filter((effect) => effect.at <= at).length;
      return says.test(text) && !(isTrue(times) && isTrue(mine.length));
    });
    const isThere = text.includes('aren’t in the onboarding service') && !hasVanished(ended, id, at);
    const withoutSequences =
      text.includes('Sequences assigned') && mine.some((one) => one.what === 'made' && !one.sequences);
    return [...wrong.map(() => text), ...(withoutSequences || isThere ? [text] : [])].map(
      (one) => `“${one.slice(0, 160)}”`,
    );
  });
}

/**
 * No message appears twice in Slack. Exceptions: one that a person deleted before the lookup is posted again, and
 * deciding twice is confirmed twice.
 */
function everyMessageOnce(ended: Ended): string[] {
  const posted = those(ended, 'posted');
  const deleted = those(ended, 'deleted');
  const decided = those(ended, 'decided');
  const stillStood = (first: Post, second: Post) =>
    !deleted.some(({ channel, ts, at }) => channel === first.channel && ts === first.ts && at <= second.at);
  /** Decisions about the person of a message, until it is posted. */
  const decidedUntil = ({ text, at: until }: Post) =>
    decided.filter(({ at, name }) => at <= until && text.includes(name));
  const byId = twice(Map.groupBy(posted, ({ id }) => id)).filter(([first, second]) =>
    stillStood(first, second),
  );
  const day = ({ at }: Post) => at - (at % 86_400_000);
  const own = posted.filter(({ text }) => !ofImports.test(text));
  const alike = Map.groupBy(own, (one) => `${one.channel} ${day(one)} ${one.text} ${one.shown}`);
  const isSaidAnew = (first: Post, second: Post, count: number) =>
    decidedUntil(second).length > Math.min(decidedUntil(first).length, count);
  const byText = [...alike.values()].flatMap((all) =>
    twice(new Map([['', all]])).filter(
      ([first, second], index) => stillStood(first, second) && !isSaidAnew(first, second, index + 1),
    ),
  );
  return [...byId, ...byText].map(([{ text, channel }]) => `“${text}” stands several times in ${channel}`);
}

type Post = HappeningOf<'posted'>;

/** Messages of two imports may be alike. */
const ofImports = /^(Adding|Paused|Cancelled|Import finished).* of \d+ added|not added\. Correct/;

/** Pairs each post with the equal one before it. */
function twice(groups: Map<string, Post[]>): [Post, Post][] {
  return [...groups.values()].flatMap((all) =>
    all.slice(1).map((second, index): [Post, Post] => [all[index] as Post, second]),
  );
}

/** Once faults stop, no message is left half sent or unreadable. Held ones may wait. */
function everyMessageArrives({ messages }: Ended): string[] {
  const left = messages.filter(({ state }) => state === 'unreadable' || state === 'sending');
  return left.map(({ name, purpose, state }) => `${name} (${purpose}) is ${state}`);
}

/**
 * Everyone who submits a form sees its outcome in the form or a message, unless they cancel it themselves. An import
 * has a message of its own.
 */
function whoeverAskedHearsTheEnd(ended: Ended): string[] {
  return ended.requests.flatMap(({ id, state, submission }) => {
    const submitted = those(ended, 'submitted').find(({ form }) => form === submission);
    if (!submitted || submitted.import !== undefined || !ends.includes(state)) return [];
    const inForm = those(ended, 'answered').some(({ request, said }) => request === id && said === state);
    const message = those(ended, 'posted').some(
      ({ channel, shown }) => channel === directMessages(submitted.by) && shown.includes(id),
    );
    const ownCancel = those(ended, 'pressed').some(
      ({ request, how, by }) => request === id && how === 'cancel' && by === submitted.by,
    );
    return inForm || message || (state === 'cancelled' && ownCancel)
      ? []
      : [`${id} is ${state}, and ${submitted.by} doesn’t know`];
  });
}

/** The service gets nobody whom no person has submitted. */
function nobodyIsAddedByASystem(ended: Ended): string[] {
  const forms = new Set(those(ended, 'submitted').map(({ form }) => form));
  return those(ended, 'made').flatMap(({ request, name }) =>
    forms.has(formOf(ended, request) ?? '') ? [] : [`${name} was added, and nobody wanted that`],
  );
}

/** A proposal that several people take is carried out once. */
function aStarterIsTakenOnce(ended: Ended): string[] {
  const proposals = ended.requests.filter(({ proposal }) => proposal !== null);
  return proposals.flatMap(({ id }) => {
    const made = those(ended, 'made').filter(({ request }) => request === id);
    const deleted = new Set(those(ended, 'vanished').map((gone) => gone.id));
    const left = made.filter((one) => !deleted.has(one.id));
    return left.length > 1 ? [`${id} was carried out ${left.length} times`] : [];
  });
}

/** A hire that another system sent is one proposal, and HR is asked unless somebody has decided. */
function everyStarterIsAsked(ended: Ended): string[] {
  const names = new Map(those(ended, 'starter').map(({ key, name }) => [key, name]));
  return [...names].flatMap(([key, name]) => {
    const own = ended.requests.filter(({ proposal }) =>
      proposal?.endsWith(` ${hash('sha256', key, 'base64url')}`),
    );
    if (own.length !== 1) return [`${name} is ${own.length} proposals`];
    const isOpen = own[0]?.state === 'proposed' && own[0].dismissed_at === null;
    const isAsked = those(ended, 'posted').some(({ text }) => text.startsWith(`From ${sourceName}: ${name}`));
    return isOpen && !isAsked ? [`nobody was asked about ${name}`] : [];
  });
}

/** Without faults, no one has to clear up a request's outcome. */
function nobodyIsAskedInVain(ended: Ended): string[] {
  const wentWrong = ended.history.some(
    (one) =>
      one.what === 'frozen' ||
      one.what === 'vanished' ||
      (one.what === 'world' && !/starts|days/.test(one.text)),
  );
  const asked = those(ended, 'posted').filter(({ text }) => /may have (?:been added|started)/.test(text));
  return wentWrong ? [] : asked.map(({ text }) => `“${text}”`);
}

/** Only HR and the requester see that a person leaves. */
function leaversAreConfidential(ended: Ended): string[] {
  const submitted = those(ended, 'submitted').filter(({ kind }) => kind === 'offboarding');
  return those(ended, 'posted').flatMap(({ channel, text, shown }) => {
    const said = `${text}\n${shown}`;
    const about = submitted.filter(({ name }) => said.includes(name) && saysThatTheyLeave(ended, said, name));
    const mayRead = [...about.map(({ by }) => by), ...hrUsers].map(directMessages);
    return about.length > 0 && ![...mayRead, 'G0HR'].includes(channel) ? [`${channel} read “${text}”`] : [];
  });
}

/** New hires may also be named for their arrival. */
function saysThatTheyLeave(ended: Ended, said: string, name: string): boolean {
  const isAdded = those(ended, 'submitted').some((one) => one.kind === 'newhire' && one.name === name);
  return !isAdded || /last day|leav|offboard/i.test(said);
}

/** Longest time a message may be under way, in milliseconds. */
const underWay = 60_000;

/** No start or departure is announced after it was called off, unless it was restored. */
function nothingAfterCallingOff(ended: Ended): string[] {
  return those(ended, 'decided')
    .filter(({ how }) => how === 'callOff')
    .flatMap(({ name, at, request }) => {
      const standsAgain = (one: Happening) =>
        (one.what === 'pressed' && one.request === request && one.how === 'move') ||
        (one.what === 'submitted' && one.name === name && one.form !== formOf(ended, request));
      const again =
        ended.history.find((one) => one.at >= at && standsAgain(one))?.at ?? Number.POSITIVE_INFINITY;
      return those(ended, 'posted')
        .filter((one) => one.at > at + underWay && one.at < again && names(one, name))
        .filter(({ text }) => (kindOf(ended, request) === 'newhire' ? starting : leaving).test(text))
        .map(({ text }) => `“${text}” after it was called off`);
    });
}

const starting = /start(s|ed)? (today|tomorrow|on|in \d)|joins?\b/i;
const leaving = /last day of|’s last day/i;

function submissionOf(ended: Ended, request: string) {
  const form = formOf(ended, request);
  return those(ended, 'submitted').find((one) => one.form === form);
}

function kindOf(ended: Ended, request: string): string | undefined {
  return submissionOf(ended, request)?.kind;
}

/** Longest time until every process knows of an outcome, in milliseconds. */
const untilKnown = 30 * 60_000;

/** No start is announced for a person whose last day is that day or earlier. */
function nobodyStartsWhoLeftBefore(ended: Ended): string[] {
  return those(ended, 'posted').flatMap((post) => {
    if (!/starts? today/i.test(post.text)) return [];
    const before = those(ended, 'made').filter(({ name, at }) => names(post, name) && at < post.at);
    const newest = new Map(before.map(({ name, id }) => [name, id]));
    return [...newest.values()].flatMap((id) => {
      const departures = those(ended, 'offboarded').filter(
        ({ user, at }) => user === id && at <= post.at - untilKnown,
      );
      const last = departures.at(-1);
      const wasChanged = last && those(ended, 'pressed').some(({ request }) => request === last.request);
      const today = new Date(post.at).toISOString().slice(0, 10);
      if (!last || wasChanged || last.day > today) return [];
      return [`“${post.text}” of somebody whose last day is ${last.day}`];
    });
  });
}

/** Whether a post is about a person, perhaps with others. */
function names({ text, shown }: HappeningOf<'posted'>, name: string): boolean {
  return `${text}\n${shown}`.includes(name);
}

/** No start is announced for a person missing from the service, until HR confirms the start or they are back. */
function nobodyMissingIsAnnounced(ended: Ended): string[] {
  if (ended.history.some((one) => one.what === 'world' && one.text.startsWith('clocks'))) return [];
  return those(ended, 'vanished').flatMap(({ at, email, name }) => {
    const isOver = (one: Happening) =>
      one.at >= at &&
      ((one.what === 'returned' && one.email === email) ||
        (one.what === 'decided' && one.name === name) ||
        (one.what === 'made' && one.name === name));
    const until = ended.history.find(isOver)?.at ?? Number.POSITIVE_INFINITY;
    return those(ended, 'posted')
      .filter((one) => one.at > at + untilMissed && one.at < until && names(one, name))
      .filter(({ text }) => /starts? (today|tomorrow)/i.test(text))
      .map(({ text }) => `“${text}” of somebody who is gone`);
  });
}

/** Longest time until a person missing from the service's list is noticed, in milliseconds. */
const untilMissed = 11 * 60_000;

/** Longest time until every process knows of a changed setting, in milliseconds. */
const untilAllKnow = 60_000;

/** Allowed lateness of a planned message, in milliseconds. */
const late = 3_600_000;

/** Messages previewed on the person page are sent then, until something changes. */
function whatWasPreviewedIsSent(ended: Ended): string[] {
  const end = ended.history.at(-1)?.at ?? 0;
  return those(ended, 'previewed').flatMap(({ at, name, request, moments }) => {
    const changed = ended.history.find((one) => isChange(one, { request, name, at }, ended));
    const stands = moments.filter(
      (moment) => moment.at + late < Math.min(changed?.at ?? Number.POSITIVE_INFINITY, end),
    );
    return stands.flatMap((moment) => {
      const sent = those(ended, 'posted').filter(
        (one) =>
          isReadBy(one.channel, moment.reader) &&
          one.at >= moment.at &&
          one.at < moment.at + late &&
          names(one, name),
      );
      return sent.length > 0
        ? []
        : [`${moment.reader} got nothing of ${name} at ${new Date(moment.at).toISOString()}`];
    });
  });
}

/** Most requests in an hour in which the service is away: probes, and each process's reading of the lists. */
const mostInVain = 150;

/** A service that is away isn't flooded. */
function theServiceIsLeftInPeace(ended: Ended): string[] {
  const flooded = those(ended, 'outage').filter(({ asked }) => asked > mostInVain);
  return flooded.map(({ asked }) => `a service that was away got ${asked} requests in an hour`);
}

/** HR is its private channel, or the people of HR when there is none. */
function isReadBy(channel: string, reader: string): boolean {
  return reader === 'HR' ? ['G0HR', ...hrUsers.map(directMessages)].includes(channel) : channel === reader;
}

const directMessages = (user: string) => user.replace(/^U0/, 'D0');

function isChange(
  one: Happening,
  { request, name, at }: { request: string; name: string; at: number },
  ended: Ended,
): boolean {
  if (one.what === 'set') return one.at >= at - untilAllKnow;
  if (one.what === 'offboarded') return one.name === name && one.at >= at - untilKnown;
  if (one.what === 'vanished') return one.at >= at || (one.name === name && one.at >= at - untilMissed);
  if (one.at < at) return false;
  if (one.what === 'pressed') return submissionOf(ended, one.request)?.name === name;
  if (one.what === 'deleted' || one.what === 'returned') return true;
  if (one.what === 'submitted') return one.name === name && formOf(ended, request) !== one.form;
  return one.what === 'world' && one.text.startsWith('clocks');
}
