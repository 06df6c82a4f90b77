import { words } from '../../../language.ts';
import { type Day, formatDay } from '../../../time/dates.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { cut } from '../../slack/views/blocks.ts';

const en = {
  title: 'Frontdesk',
  welcome: {
    hr: 'Welcome. Add new hires and start offboardings here. What needs you shows up here too.',
    manager:
      'Welcome. When someone on your team is leaving, press “Start offboarding”. Only you and HR will know.',
  },
  /** For members without access. @param hr mentions, in mrkdwn */
  closed: (hr: string) =>
    `Frontdesk helps HR with arrivals and departures. Nothing needs you right now. Need access? Ask ${hr}.`,
  /** Replaces the App Home of a person who hasn't opened it for a long time; shown briefly until it reloads. */
  resting: 'Loading. If nothing happens, switch to the Messages tab and back.',
  sections: {
    answers: 'Needs your answer',
    waiting: 'Waiting',
    near: 'This week and next',
    later: 'Later',
    drafts: 'Drafts',
  },
  nobodyNear: 'No starts or departures.',
  more: (count: number) => `and ${count} more`,
  buttons: {
    find: 'Find a person',
    settings: 'Settings',
    help: 'Help',
    all: 'All starts and departures',
    details: 'Details',
    retry: 'Try again',
    cancel: 'Cancel',
  },
  confirm: {
    title: 'Cancel this request?',
    text: (request: Request) => `${cut(request.context.personName, 200)}: if it isn’t done yet, it won’t be.`,
    yes: 'Cancel the request',
    no: 'Keep it',
  },
  /** State of a finished request that a later one about the same person replaced. */
  replaced: 'Changed later',
  notApproved: { declined: 'Declined by HR', lapsed: 'Not approved in time' },
  byService: 'Declined by the onboarding service',
  /** In mrkdwn. @param requester a Slack user id */
  asks: (requester: string) => `<@${requester}> asks`,
  asksBack: 'HR has a question',
  changing: 'a change is pending',
  /** Last line of Settings and Help, so that users can report the version. */
  foot: (version: string) => `Frontdesk ${version}`,
  /** Replaces blocks beyond Slack's limit. */
  moreThanShown: 'There’s more. It appears when the items above are done.',
  triedAgain(trouble: string): string {
    return `${trouble} Frontdesk is trying again. Your request stays saved.`;
  },
  heldUp(trouble: string): string {
    return `${trouble} Requests are saved, and sent once this is fixed.`;
  },
  decisions: {
    over: 'This request has already ended.',
    gone: 'This request can’t be shown any more.',
    findingOut: 'Checking whether this was already done. If not, it’ll be cancelled.',
  },
  timeline: {
    title: 'Starts and departures',
    nobodyLater: 'No upcoming starts or departures.',
    nobodyEarlier: 'No earlier starts or departures.',
    lastWeek: 'Last week',
    thisWeek: 'This week',
    nextWeek: 'Next week',
    weekFrom: (monday: Day, today: Day) => `Week of ${formatDay(monday, 'en-GB', today)}`,
    earlier: 'Earlier',
    fromToday: 'From today',
    later: 'Later',
  },
  lists: {
    title: 'Find a person',
    search: 'Search',
    byName: 'Name',
    byNameHint: 'The first letters are enough.',
    none: 'Nobody yet.',
    nothingFound: 'Nobody with this name. Old details are deleted.',
    isCut: 'Too many people have this name. Type more.',
    newer: 'Previous page',
    older: 'Next page',
  },
};

export const say = words({ en });
