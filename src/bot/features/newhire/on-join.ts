import { z } from 'zod';
import { addDays, dayIn } from '../../../time/dates.ts';
import type { Bot } from '../../bot.ts';
import { entryAgain } from '../../calendar/entries.ts';
import type { NewMessage } from '../../ledger/outbox/enqueue.ts';
import type { Recipient } from '../../ledger/outbox/message.ts';
import { isUncertain } from '../../ledger/requests/missing.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { defineMessage } from '../../requests/define-message.ts';
import type { Audience } from '../../requests/define-request.ts';
import { messageOf } from '../../requests/result-views.ts';
import { isOutsider, type SlackPerson, SlackUser } from '../../slack/people/people.ts';
import { mrkdwn } from '../../slack/views/blocks.ts';
import { firstDay } from './reminders/plan.ts';
import {
  Companion,
  companionsOf,
  type HireRequest,
  isAbout,
  isHire,
  kind,
  unreachedCompanions,
} from './request.ts';
import { say } from './request-messages.ts';
import { companion } from './result/announcements.ts';

/** Days after the start day on which a hire's joining Slack is still announced. */
const newsFor = 14;
const mostHires = 50;

export function onJoin(deps: Bot) {
  return async ({ event }: { event: { user: unknown } }): Promise<void> => {
    const person = SlackUser.parse(event.user);
    if (isOutsider(person) && !person.isGuest) return;
    const email = person.email?.toLowerCase();
    if (!email) return;
    const { ledger, settings } = deps;
    for (const message of await aboutHire(email, person, deps)) await ledger.enqueue(message);
    for (const arrival of await asCompanion(email, person, deps)) {
      for (const message of reachedAnnouncements(arrival, settings())) await ledger.enqueue(message);
      await ledger.settleUnreached(arrival.request.id, (one) => isAbout(one, arrival.as), 'frontdesk');
    }
  };
}

async function aboutHire(email: string, { id }: SlackPerson, { ledger, settings, clock }: Bot) {
  const request = await ledger.newestDone(kind, email);
  if (!request || !stands(request)) return [];
  // Without a start day, count from the day of the request.
  const from = request.day ?? request.createdAt.slice(0, 10);
  const isNews = dayIn(settings().timezone, clock.now()) <= addDays(from, newsFor);
  return isNews ? joinedAnnouncements(request, id) : [];
}

interface Arrival {
  request: HireRequest;
  as: Companion;
  employee: number;
}

/** Only for hires from today on: after the start day the notice is useless. */
async function asCompanion(
  email: string,
  { id: userId }: SlackPerson,
  { ledger, directory, settings, clock }: Bot,
): Promise<Arrival[]> {
  // A person missing from the snapshot may be new, so ask the service, which may not be reached.
  const known = directory.current()?.peopleByEmail.get(email);
  const found = known ?? (await directory.lookUp(email).catch(() => undefined))?.person;
  if (!found) return [];
  const employee = found.id;
  const today = dayIn(settings().timezone, clock.now());
  const own = { userId, known: [{ employee }] };
  const place = { day: today, id: '' };
  const { requests } = await ledger.timeline({ place, towards: 'later', limit: mostHires, own });
  return requests.filter(stands).flatMap((request) =>
    unreachedCompanions(request)
      .filter((one) => one.employee === employee && one.why === 'notInSlack')
      .map(({ as }) => ({ request, as, employee })),
  );
}

function stands(request: Request): request is HireRequest {
  return isHire(request) && request.state === 'done' && request.calledOffAt === null && !isUncertain(request);
}

const joined = defineMessage({
  name: 'newhire.joined',
  label: () => say().arrivals.labels.joined,
  about: z.object({ user: z.string() }),
  is: isHire,
  build({ user }, { request }) {
    if (request.calledOffAt !== null) return undefined;
    return messageOf(say().arrivals.joined(request), mrkdwn(say().arrivals.sayHello(user)));
  },
});

const reached = defineMessage({
  name: 'newhire.reached',
  label: () => say().arrivals.labels.reached,
  about: z.object({ as: Companion }),
  is: isHire,
  build({ as }, { request }) {
    const name = request.context[`${as}Name`];
    if (name === undefined || request.calledOffAt !== null) return undefined;
    return messageOf(say().arrivals.reached(request, name));
  },
});

export const arrivalMessages = [joined, reached];

function joinedAnnouncements(request: HireRequest, user: string): NewMessage[] {
  const { id: requestId, requester, payload } = request;
  const to = (who: string, recipient: Recipient) =>
    joined.message({ requestId, purpose: `joined:${who}`, recipient }, { user });
  return [
    to('requester', { channel: requester }),
    ...companionsOf(payload).map(({ as, employee }) => to(as, { employee })),
  ];
}

function reachedAnnouncements(
  { request, as, employee }: Arrival,
  settings: Pick<Audience, 'reminders'>,
): NewMessage[] {
  const { id: requestId, requester } = request;
  const toThem = { requestId, purpose: `${as} again`, recipient: { employee } };
  const toRequester = { requestId, purpose: `reached:${as}`, recipient: { channel: requester } };
  return [
    companion.message(toThem, { as }),
    ...entryAgain(request, firstDay, { key: as, settings }),
    reached.message(toRequester, { as }),
  ];
}
