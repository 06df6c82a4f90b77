import { words } from '../../../language.ts';
import { type Day, formatDay } from '../../../time/dates.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { cut } from '../../slack/views/blocks.ts';

const states = {
  proposed: 'Proposed',
  awaiting_approval: 'Waiting for approval',
  pending: 'Pending',
  delivering: 'Sending',
  outcome_unknown: 'Checking whether it worked',
  needs_review: 'Needs an answer',
  rejected: 'Declined',
  cancelled: 'Cancelled',
} as const satisfies Record<Exclude<Request['state'], 'done'>, string>;

/** State of a finished request that a later one about the same person replaced. */
const replaced = 'Changed by a later request';

const notApproved = { declined: 'Declined by HR', lapsed: 'Not approved in time' } as const;

function stateOf({ outcome }: Request, state: keyof typeof states): string {
  if (outcome?.kind === 'cancelled' && outcome.why) return notApproved[outcome.why];
  if (outcome?.kind !== 'rejected' || outcome.by === 'frontdesk') return states[state];
  return outcome.by === undefined ? 'Declined by the onboarding service' : notApproved.declined;
}

const en = {
  title: 'Arrivals and departures',
  purpose: {
    hr: 'Add a new hire, or start an offboarding.',
    manager: 'Start an offboarding, and follow your requests.',
  },
  welcome: {
    hr:
      'Welcome. Frontdesk adds new hires to your onboarding service and starts offboardings there. Use the buttons below to ' +
      'open a form. You’ll see the result in the form and get it as a direct message. Your requests are listed here.',
    manager:
      'Welcome. When somebody on your team is leaving, press “Start offboarding”, then choose the person and the last day. ' +
      'Nothing happens until you send the form, and only you, HR and the private HR channel are notified.',
  },
  /** Replaces the App Home of a person who hasn't opened it for a long time; shown briefly until it reloads. */
  resting: 'Getting the latest for you. If nothing happens, switch to the Messages tab and back.',
  requests: {
    asked: 'Needs your answer',
    pending: 'Pending requests',
    more: (count: number) => `… and ${count} more pending. Press “All requests” to see them.`,
    all: 'Requests',
    own: 'Your requests',
    none: 'No requests yet.',
    seeAll: 'All requests',
    find: 'Find by name',
    details: 'Details',
    retry: 'Try again',
    cancel: 'Cancel',
    spokenOf: (button: string, { context }: Request) => `${button}: ${context.personName}`,
    confirm: {
      title: 'Cancel this request?',
      text: (request: Request) =>
        `${cut(request.context.personName, 200)}: if it hasn’t been carried out yet, it won’t be.`,
      yes: 'Cancel the request',
      no: 'Keep it',
    },
  },
  /** Footer, so that users can report the version. */
  foot: (version: string) => `Frontdesk ${version}`,
  /** Replaces blocks beyond Slack's limit. */
  moreThanShown: 'There’s more than Slack shows on one page. It appears here as the things above are done.',
  triedAgain(trouble: string): string {
    return `${trouble} Frontdesk is trying again now. Nothing is lost: it goes on by itself once this is fixed.`;
  },
  heldUp(trouble: string): string {
    return `${trouble} Nothing is lost: new requests are saved, and sent automatically once this is fixed.`;
  },
  requestLine({ context }: Request, title: string): string {
    return `${title}: ${cut(context.personName, 400)}`;
  },
  requestState(request: Request, submitted: Day, done: string | undefined): string {
    const state = request.state === 'done' ? (done ?? replaced) : stateOf(request, request.state);
    return `${state} · requested ${formatDay(submitted, 'en-GB')} · ${request.id}`;
  },
  decisions: {
    over: 'This request has already ended, so there’s nothing to do.',
    gone: 'Frontdesk can’t show this request any more.',
    findingOut:
      'Frontdesk is checking whether the request was already carried out. If it wasn’t, it’ll be cancelled. App Home will show the result.',
  },
  timeline: {
    title: 'Starts and departures',
    all: 'All starts and departures',
    nobody: 'Nobody starts or leaves from today on, as far as Frontdesk knows.',
    nobodyLater: 'Nobody starts or leaves after that, as far as Frontdesk knows.',
    nobodyEarlier: 'Nobody started or left before that, as far as Frontdesk knows.',
    lastWeek: 'Last week',
    thisWeek: 'This week',
    nextWeek: 'Next week',
    weekFrom: (monday: Day) => `Week of ${formatDay(monday, 'en-GB')}`,
    on: (day: Day, isToday: boolean) => `${isToday ? 'Today, ' : ''}${formatDay(day, 'en-GB')}`,
    open: (points: readonly string[]) => `Open: ${points.join(', ')}`,
    changing: 'a change is pending',
    earlier: 'Earlier',
    fromToday: 'From today',
    later: 'Later',
  },
  lists: {
    title: 'Requests',
    search: 'Search',
    byName: 'Name',
    byNameHint: 'The beginning of a first or last name is enough. Leave it empty to see all requests.',
    none: 'There are no more requests.',
    nothingFound: 'No request is about somebody with this name. Details of old requests are deleted.',
    isCut: 'Many people have such a name, so some may be missing. Type more of the name.',
    newer: 'Previous page',
    older: 'Next page',
  },
};

export const say = words({ en });
