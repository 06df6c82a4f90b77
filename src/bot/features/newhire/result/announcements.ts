import { z } from 'zod';
import type { NewMessage } from '../../../ledger/outbox/enqueue.ts';
import { type Recipient, Unreached } from '../../../ledger/outbox/message.ts';
import { asReply, defineMessage, defineRequestMessage } from '../../../requests/define-message.ts';
import type { Audience } from '../../../requests/define-request.ts';
import { headlinePurpose, ownText } from '../reminders/plan.ts';
import {
  Companion,
  companionsOf,
  type HireRequest,
  isAbout,
  isHire,
  rolesOf,
  unreachedCompanions,
} from '../request.ts';
import { say } from '../request-messages.ts';
import * as outcomes from './result.ts';

const UnreachedCompanion = z.object({ purpose: Companion, why: Unreached });

const outcome = defineRequestMessage(
  'newhire.outcome',
  isHire,
  async (request, context) => {
    const { settings } = context;
    const { outcome: end } = request;
    if (end?.kind === 'rejected')
      return outcomes.rejectedMessage(request, await context.declinedOf(request, end.problem));
    if (end?.kind !== 'done') return undefined;
    return outcomes.doneMessage(withoutTheApart(request), settings);
  },
  labelOf('outcome'),
);

function labelOf(message: keyof ReturnType<typeof say>['messageLabels']) {
  return (): string => say().messageLabels[message];
}

/** Leaves out people who are reported in a message of their own, so each is reported once. */
function withoutTheApart(request: HireRequest): HireRequest {
  const unreached = request.context.unreached?.filter(({ apart }) => !apart);
  return { ...request, context: { ...request.context, unreached } };
}

const headline = defineRequestMessage(
  'newhire.headline',
  isHire,
  (request, { settings }) => outcomes.headline(request, { own: ownText('headline', request, { settings }) }),
  labelOf('headline'),
);
const role = defineRequestMessage(
  'newhire.role',
  isHire,
  (request) => outcomes.roleMessage(request),
  labelOf('role'),
);

const companion = defineMessage({
  name: 'newhire.companion',
  label: labelOf('companion'),
  about: z.object({ as: Companion }),
  is: isHire,
  build({ as }, { request }) {
    const roles = rolesOf(request, as);
    return roles && outcomes.companionMessage(request, roles);
  },
});

const unreached = defineMessage({
  name: 'newhire.unreached',
  label: labelOf('unreached'),
  about: UnreachedCompanion,
  is: isHire,
  build(alone, { request }) {
    const context = { ...request.context, unreached: [alone] };
    return outcomes.unreachedMessage({ ...request, context });
  },
});

/** To HR: a person who got earlier messages about the hire can't be reached any more. */
const lost = defineMessage({
  name: 'newhire.lost',
  label: labelOf('lost'),
  about: UnreachedCompanion,
  is: isHire,
  build: ({ purpose: as, why }, { request }) =>
    request.calledOffAt === null ? outcomes.lostMessage(request, { as, why }) : undefined,
});

export const newHireMessages = [outcome, headline, role, companion, asReply(unreached), asReply(lost)];

/**
 * Messages go to the requester always; if a person was added, also to the channels, manager and buddy, and to
 * HR if the role gives rights.
 */
export function newHireAnnouncements(request: HireRequest, { channels }: Audience): NewMessage[] {
  const { id: requestId, requester, payload, context } = request;
  const to = (purpose: string, recipient: Recipient) => ({ requestId, purpose, recipient });
  const toRequester = outcome.message(to('requester', { channel: requester }), {});
  if (request.outcome?.kind !== 'done') return [toRequester];
  return [
    toRequester,
    ...channels.map((channel) => headline.message(to(headlinePurpose(channel), { channel }), {})),
    // The Slack user is looked up at sending: this process may not have read the employees yet.
    ...companionsOf(payload).map(({ as, employee }) =>
      companion.message({ ...to(as, { employee }), awaited: true }, { as }),
    ),
    ...(context.role?.givesRights ? [role.message(to('role', { hr: true }), {})] : []),
  ];
}

export function companionMessageTo(
  address: Parameters<typeof companion.message>[0],
  as: Companion,
): NewMessage {
  return companion.message(address, { as });
}

/** Message about a notice that reached nobody; undefined if there is nothing to report. */
export function unreachedAnnouncement(
  request: HireRequest,
  message: { purpose: string; why: Unreached },
): NewMessage | undefined {
  const { id: requestId, requester } = request;
  const as = Companion.options.find((one) => isAbout(message.purpose, one));
  const [purpose, recipient] = [`unreached:${message.purpose}`, { channel: requester }];
  if (as) return unreached.message({ requestId, purpose, recipient }, { purpose: as, why: message.why });
  return lostAnnouncement(request, message);
}

/** To HR, once per person: a recipient of earlier messages can't be reached by a reminder or a change. */
function lostAnnouncement(
  request: HireRequest,
  { purpose, why }: { purpose: string; why: Unreached },
): NewMessage | undefined {
  const isLater = purpose.startsWith('plan:') || purpose.startsWith('amended:');
  const as = companionsOf(request.payload).find((one) => purpose.split(':').includes(one.as))?.as;
  const isKnown = unreachedCompanions(request).some((one) => one.as === as);
  if (!isLater || as === undefined || isKnown || why === 'cannotLookUp') return undefined;
  const address = { requestId: request.id, purpose: `lost:${as}`, recipient: { hr: true as const } };
  return lost.message(address, { purpose: as, why });
}
