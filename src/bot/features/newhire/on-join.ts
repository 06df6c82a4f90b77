import { z } from 'zod';
import { addDays, type Day, dayIn } from '../../../time/dates.ts';
import type { Bot } from '../../bot.ts';
import type { NewMessage, Recipient } from '../../ledger/outbox/message.ts';
import { isUncertain } from '../../ledger/requests/missing.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { defineMessage } from '../../requests/define-message.ts';
import { messageOf } from '../../requests/result-views.ts';
import { isOutsider, type SlackPerson, SlackUser } from '../../slack/people/people.ts';
import { mrkdwn } from '../../slack/views/blocks.ts';
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
    if (person.email === '' || (isOutsider(person) && !person.isGuest)) return;
    const { ledger, settings, clock } = deps;
    const today = dayIn(settings().timezone, clock.now());
    for (const message of await joinedAnnouncements(person, today, deps)) await ledger.enqueue(message);
    for (const { request, as, employee } of await unreachedBefore(person, today, deps)) {
      const { id: requestId, requester } = request;
      const toThem = { requestId, purpose: `${as} again`, recipient: { employee } };
      const toRequester = { requestId, purpose: `reached:${as}`, recipient: { channel: requester } };
      await ledger.enqueue(companion.message(toThem, { as }));
      await ledger.enqueue(reached.message(toRequester, { as }));
      await ledger.settleUnreached(requestId, (one) => isAbout(one, as), 'frontdesk');
    }
  };
}

async function joinedAnnouncements(
  { email, id: user }: SlackPerson,
  today: Day,
  { ledger }: Bot,
): Promise<NewMessage[]> {
  const request = await ledger.newestDone(kind, email);
  if (!request || !stands(request)) return [];
  const { id: requestId, requester, payload, day, createdAt } = request;
  // Without a start day, count from the day of the request.
  if (today > addDays(day ?? createdAt.slice(0, 10), newsFor)) return [];
  const to = (who: string, recipient: Recipient) =>
    joined.message({ requestId, purpose: `joined:${who}`, recipient }, { user });
  return [
    to('requester', { channel: requester }),
    ...companionsOf(payload).map(({ as, employee }) => to(as, { employee })),
  ];
}

/** Starts whose manager or buddy wasn't in Slack. Only from today on: after the start day the notice is useless. */
async function unreachedBefore({ email, id: userId }: SlackPerson, today: Day, { ledger, directory }: Bot) {
  // A person missing from the snapshot may be new, so ask the service, which may not be reached.
  const known = directory.current()?.peopleByEmail.get(email);
  const found = known ?? (await directory.lookUp(email).catch(() => undefined))?.person;
  if (!found) return [];
  const employee = found.id;
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
