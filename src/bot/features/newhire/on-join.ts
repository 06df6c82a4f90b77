import { z } from 'zod';
import { addDays, dayIn } from '../../../time/dates.ts';
import type { Bot } from '../../bot.ts';
import { entryAgain } from '../../calendar/entries.ts';
import type { NewMessage } from '../../ledger/outbox/enqueue.ts';
import type { Recipient } from '../../ledger/outbox/message.ts';
import { isUncertain } from '../../ledger/requests/missing.ts';
import type { Request } from '../../ledger/requests/request.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
import { defineMessage } from '../../requests/define-message.ts';
import type { Audience } from '../../requests/define-request.ts';
import { isOutsider, type SlackPerson, SlackUser } from '../../slack/people/people.ts';
import { mrkdwn, paragraph } from '../../slack/views/blocks.ts';
import { say as sayPerson } from './person-messages.ts';
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
import { companionAgain } from './result/announcements.ts';

/** Days after the start day on which a hire's joining Slack is still announced. */
const newsFor = 14;
const mostHires = 50;

export function onJoin(deps: Bot) {
  return async ({ event }: { event: { user: unknown } }): Promise<void> => {
    const person = SlackUser.parse(event.user);
    if (isOutsider(person) && !person.isGuest) return;
    const email = person.email?.toLowerCase();
    if (!email) return;
    const messages = [
      ...(await aboutHire(email, person, deps)),
      ...(await forCompanion(email, person, deps)),
    ];
    for (const message of messages) await deps.ledger.enqueue(message);
    for (const { requestId, name, purpose } of messages) {
      const as = Companion.options.find((one) => purpose === `reached:${one}`);
      if (name === reached.name && as && requestId !== undefined)
        await deps.ledger.settleUnreached(requestId, (one) => isAbout(one, as), 'frontdesk');
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

/** Only for hires from today on: after the start day the notice is useless. */
async function forCompanion(
  email: string,
  { id: userId }: SlackPerson,
  { ledger, directory, settings, clock }: Bot,
): Promise<NewMessage[]> {
  const employee = await employeeOf(email, directory);
  if (employee === undefined) return [];
  const today = dayIn(settings().timezone, clock.now());
  const own = { userId, known: [{ employee }] };
  const place = { day: today, id: '' };
  const { requests } = await ledger.timeline({ place, towards: 'later', limit: mostHires, own });
  return requests.filter(stands).flatMap((request) =>
    unreachedCompanions(request)
      .filter((one) => one.employee === employee && one.why === 'notInSlack')
      .flatMap(({ as }) => reachedAnnouncements(request, as, settings())),
  );
}

/**
 * A person missing from the snapshot may be new, so ask the service. Undefined if it doesn't know them or can't be
 * reached.
 */
async function employeeOf(
  email: string,
  directory: Pick<Directory, 'current' | 'lookUp'>,
): Promise<number | undefined> {
  const known = directory.current()?.peopleByEmail.get(email)?.id;
  if (known !== undefined) return known;
  return directory.lookUp(email).then(
    ({ person }) => person?.id,
    () => undefined,
  );
}

function stands(request: Request): request is HireRequest {
  return isHire(request) && request.state === 'done' && request.calledOffAt === null && !isUncertain(request);
}

const joined = defineMessage({
  name: 'newhire.joined',
  label: () => sayPerson().arrivals.labels.joined,
  about: z.object({ user: z.string() }),
  is: isHire,
  build({ user }, { request }) {
    if (request.calledOffAt !== null) return undefined;
    const text = sayPerson().arrivals.joined(request);
    return { text, blocks: [paragraph(text), mrkdwn(sayPerson().arrivals.sayHello(user))] };
  },
});

const reached = defineMessage({
  name: 'newhire.reached',
  label: () => sayPerson().arrivals.labels.reached,
  about: z.object({ as: Companion }),
  is: isHire,
  build({ as }, { request }) {
    const { managerName, buddyName } = request.context;
    const name = as === 'manager' ? managerName : buddyName;
    if (name === undefined || request.calledOffAt !== null) return undefined;
    const text = sayPerson().arrivals.reached(request, name);
    return { text, blocks: [paragraph(text)] };
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
  request: HireRequest,
  as: Companion,
  settings: Pick<Audience, 'reminders'>,
): NewMessage[] {
  const { id: requestId, requester } = request;
  const again = companionAgain(request, as);
  const toRequester = { requestId, purpose: `reached:${as}`, recipient: { channel: requester } };
  const entries = entryAgain(request, firstDay, { key: as, settings });
  return again ? [again, ...entries, reached.message(toRequester, { as })] : [];
}
