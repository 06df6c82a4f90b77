import { z } from 'zod';
import { dayIn } from '../../../../time/dates.ts';
import { calendarRow } from '../../../calendar/entry.ts';
import { type NewMessage, type Recipient, Unreached } from '../../../ledger/outbox/message.ts';
import { asReply, defineMessage, defineRequestMessage } from '../../../requests/define-message.ts';
import type { Audience } from '../../../requests/define-request.ts';
import { messageOf, referenceNote } from '../../../requests/result-views.ts';
import { listed, markedNote, mrkdwn, note, paragraph } from '../../../slack/views/blocks.ts';
import { unreachedInImport } from '../imports/unreached.ts';
import { say } from '../messages.ts';
import { headlinePurpose, ownTexts } from '../reminders/plan.ts';
import {
  Companion,
  companionsOf,
  type HireRequest,
  inImport,
  isAbout,
  isHire,
  rolesOf,
  unreachedCompanions,
} from '../request.ts';
import { say as sayRequest } from '../request-messages.ts';
import { doneMessage, headline as headlineOf, rejectedMessage, shortened, withOthers } from './result.ts';

const UnreachedCompanion = z.object({ purpose: Companion, why: Unreached });

const outcome = defineRequestMessage(
  'newhire.outcome',
  isHire,
  async (request, { settings, declinedOf }) => {
    const { context, outcome: end } = request;
    if (context.importId !== undefined) return { dropped: 'import' };
    if (end?.kind === 'rejected') return rejectedMessage(request, await declinedOf(request, end.problem));
    if (end?.kind !== 'done') return undefined;
    // People who are reported in a message of their own are left out, so each is reported once.
    const unreached = context.unreached?.filter(({ apart }) => !apart);
    return doneMessage({ ...request, context: { ...context, unreached } }, settings);
  },
  () => sayRequest().messageLabels.outcome,
);

const headline = defineRequestMessage(
  'newhire.headline',
  isHire,
  (request, { settings, now, others }) =>
    headlineOf(withOthers(request, others), {
      ownOf: ownTexts('headline', settings),
      today: dayIn(settings.timezone, now),
    }),
  () => sayRequest().messageLabels.headline,
);

const role = defineRequestMessage(
  'newhire.role',
  isHire,
  (request) =>
    messageOf(say().addedWithRole(request), markedNote(say().requestedBy(request)), referenceNote(request)),
  () => sayRequest().messageLabels.role,
);

export const companion = defineMessage({
  name: 'newhire.companion',
  label: () => sayRequest().messageLabels.companion,
  about: z.object({ as: Companion }),
  is: isHire,
  async build({ as }, context) {
    const { request, settings, now } = context;
    const roles = rolesOf(request, as);
    if (!roles) return undefined;
    const { joins, joinsWithYou, addedBy, whyYou } = say();
    const today = dayIn(settings.timezone, now);
    const all = withOthers(request, context.others);
    if (all.length > 1) {
      const lines = shortened(
        all.map((one) => [joins(one, today), one.payload.position].filter(Boolean).join(' · ')),
      );
      const by = mrkdwn(addedBy(request, Companion.options));
      return messageOf(sayRequest().several.withYou(all.length, roles), ...listed(lines), by, note(whyYou));
    }
    const { position } = request.payload;
    return messageOf(
      joinsWithYou(request, roles, today),
      ...(position ? [paragraph(position)] : []),
      mrkdwn(addedBy(request, roles)),
      ...(await calendarRow(request, context)),
      note(whyYou),
    );
  },
});

const unreached = defineMessage({
  name: 'newhire.unreached',
  label: () => sayRequest().messageLabels.unreached,
  about: UnreachedCompanion,
  is: isHire,
  build(alone, { request }) {
    const context = { ...request.context, unreached: [alone] };
    const about = say().notNotifiedOf(request);
    const line = say().notNotified({ ...request, context });
    return { text: `${about} ${line}`, blocks: [paragraph(about), paragraph(line), referenceNote(request)] };
  },
});

/** To HR: a person who got earlier messages about the hire can't be reached any more. */
const lost = defineMessage({
  name: 'newhire.lost',
  label: () => sayRequest().messageLabels.lost,
  about: UnreachedCompanion,
  is: isHire,
  build({ purpose: as, why }, { request }) {
    if (request.calledOffAt !== null) return undefined;
    const { lostCompanion, check, takeOver } = say();
    const day = request.day === null ? [] : [paragraph(check.starts(request.day))];
    return messageOf(lostCompanion(request, as, why), ...day, paragraph(takeOver), referenceNote(request));
  },
});

export const newHireMessages = [outcome, headline, role, companion, asReply(unreached), asReply(lost)];

/** Longest wait for the rest of an import, in milliseconds. */
const untilAllAreAdded = 15 * 60_000;

/**
 * Messages go to the requester always; if a person was added, also to the channels, manager and buddy, and to
 * HR if the role gives rights.
 */
export function newHireAnnouncements(request: HireRequest, { channels }: Audience): NewMessage[] {
  const { id: requestId, requester, payload, context } = request;
  const together = (group: string) => inImport(request, group, untilAllAreAdded);
  const to = (purpose: string, recipient: Recipient) => ({ requestId, purpose, recipient });
  const toRequester = outcome.message(to('requester', { channel: requester }), {});
  if (request.outcome?.kind !== 'done') return [toRequester];
  return [
    toRequester,
    ...channels.map((channel) =>
      headline.message(
        {
          ...to(headlinePurpose(channel), { channel }),
          ...together(`${channel} ${payload.start_day ?? ''}`),
        },
        {},
      ),
    ),
    // The Slack user is looked up at sending: this process may not have read the employees yet.
    ...companionsOf(payload).map(({ as, employee, roles }) =>
      companion.message(
        { ...to(as, { employee }), ...together(`${roles.join('+')} ${employee}`), awaited: true },
        { as },
      ),
    ),
    ...(context.role?.givesRights ? [role.message(to('role', { hr: true }), {})] : []),
  ];
}

/** Message about a notice that reached nobody; undefined if there is nothing to report. */
export function unreachedAnnouncement(
  request: HireRequest,
  message: { purpose: string; why: Unreached },
): NewMessage | undefined {
  const { id: requestId, requester } = request;
  const as = Companion.options.find((one) => isAbout(message.purpose, one));
  const [purpose, recipient] = [`unreached:${message.purpose}`, { channel: requester }];
  const { importId } = request.context;
  const employee = as && request.payload[as];
  if (as === message.purpose && employee !== undefined && importId !== undefined)
    return unreachedInImport(importId, requester, { employee, as, why: message.why });
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
