import type { Button } from '@slack/types';
import { z } from 'zod';
import { dayIn } from '../../../time/dates.ts';
import type { Bot } from '../../bot.ts';
import type { NewMessage, ToldMessage } from '../../ledger/outbox/message.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { peopleMenu } from '../../menus.ts';
import { rulesOf } from '../../plan/plan.ts';
import { asReply, defineMessage } from '../../requests/define-message.ts';
import { changePerson, isOwnService } from '../../requests/follow.ts';
import { say as sayRequests } from '../../requests/messages.ts';
import { aboutRequest, OfRequest } from '../../requests/request-button.ts';
import { messageOf, outcomePage, profileBlocks, referenceNote } from '../../requests/result-views.ts';
import { type By, button } from '../../slack/button.ts';
import { noticeView } from '../../slack/incoming/answer.ts';
import { modal } from '../../slack/modal.ts';
import { alert, paragraph } from '../../slack/views/blocks.ts';
import { say as sayElsewhere } from './elsewhere/messages.ts';
import { newHireFields, newHireForms, type Offered, offeredNow } from './form/fields.ts';
import { companionNotes } from './form/warnings.ts';
import { rewriteHeadlines } from './reminders/plan.ts';
import {
  Companion,
  companionsOf,
  type HireContext,
  type HirePayload,
  type HireRequest,
  isAbout,
  isHire,
  unreachedCompanions,
} from './request.ts';
import { say } from './request-messages.ts';
import { companion } from './result/announcements.ts';

type Companions = Partial<Pick<HirePayload, Companion>>;

const keyOf = ({ manager, buddy }: Companions) => `${manager ?? ''}:${buddy ?? ''}`;

interface Facts extends Offered {
  request: HireRequest;
  follows: boolean;
}

/** "Change manager or buddy": reminders move, and the new ones are told. */
export const companionsWindow = modal({
  id: 'newhire_companions',
  role: 'hr',
  metadata: OfRequest,
  /** The people the author saw: a window that shows others must not be saved. */
  kept: z.object({ seen: z.string() }),
  openers: ['another'],
  async facts(by: By<Bot>, { request: id }: z.infer<typeof OfRequest>) {
    const request = await by.ledger.find(id);
    const newest = request && (await by.ledger.newestDone(request.kind, request.subject));
    if (!request || !isHire(request) || newest?.id !== id || request.calledOffAt !== null)
      return noticeView(say().companions.title, sayRequests().notThis);
    return { request, follows: await isOwnService(by), ...offeredNow(undefined, by) };
  },
  title: () => say().companions.title,
  fields() {
    const { manager, buddy } = newHireForms().table;
    return { manager, buddy };
  },
  offered: (facts: Facts): Offered => facts,
  menus: { manager: peopleMenu, buddy: peopleMenu },
  open({ request, follows, ...offered }) {
    const { manager, buddy } = newHireFields.fromRequest(request, offered);
    return {
      above: [paragraph(say().companions.intro(request))],
      values: { manager, buddy },
      below: [paragraph(inService(follows))],
      keep: { seen: keyOf(request.payload) },
    };
  },
  submit: {
    text: () => say().companions.save,
    async run({ request, follows, ...offered }, { seen }, values, by) {
      const { same, title } = say().companions;
      const mistakes = newHireForms().checked(values);
      if (Object.keys(mistakes).length > 0) return { errors: mistakes };
      const after: Companions = newHireFields.sent(values);
      if (keyOf(after) === keyOf(request.payload) && seen === keyOf(after))
        return { errors: { buddy: same } };
      const themselves = Companion.options.filter(
        (as) => after[as] !== undefined && after[as] === request.resultId,
      );
      if (themselves.length > 0) {
        const { notThemselves } = sayElsewhere().form;
        return { errors: Object.fromEntries(themselves.map((as) => [as, notThemselves])) };
      }
      const context = newHireFields.contextOf(values, offered);
      const change = reassignmentOf(request, { after, context }, { seen, follows }, by);
      const become = await by.ledger.reassign(request.id, change, by.viewer.userId);
      if (become.kind === 'changed' && keyOf((become.request as HireRequest).payload) !== keyOf(after))
        return { again: [alert('warning', sayRequests().changed)] };
      const now = become.kind === 'gone' || !isHire(become.request) ? request : become.request;
      const around = await by.ledger.presence.around(now);
      const today = dayIn(by.settings().timezone, by.clock.now());
      return outcomePage(title, [
        alert('success', say().companions.saved(now)),
        ...companionNotes(now, around, today).map((line) => alert('warning', line)),
        paragraph(inService(follows)),
        ...profileBlocks(now, by.settings().profileUrl),
        referenceNote(now),
      ]);
    },
  },
});

function inService(follows: boolean): string {
  const { moved } = say().afterwards;
  return follows ? moved.follows : moved.advice;
}

function reassignmentOf(
  request: HireRequest,
  { after, context }: { after: Companions; context: Partial<HireContext> },
  { seen, follows }: { seen: string; follows: boolean },
  by: By<Bot>,
) {
  const at = by.clock.now().toISOString();
  const earlier = companionsOf(request.payload);
  const now = companionsOf(after);
  const former = earlier.filter(({ employee }) => !now.some((one) => one.employee === employee));
  const rolesBefore = new Map(earlier.map(({ employee, roles }) => [employee, roles.join()]));
  const news = now.filter(({ employee, roles }) => rolesBefore.get(employee) !== roles.join());
  const changedRoles = Companion.options.filter((as) => request.payload[as] !== after[as]);
  const unreached = request.context.unreached?.filter(
    ({ purpose }) => !changedRoles.some((as) => isAbout(purpose, as)),
  );
  const { id: requestId } = request;
  return {
    payload: { manager: after.manager, buddy: after.buddy },
    // A removed manager or buddy leaves none of these.
    context: {
      ...{ managerName: undefined, managerEmail: undefined, buddyName: undefined, buddyEmail: undefined },
      ...{ ...context, unreached },
    },
    isAsSeen: (current: Request) => isHire(current) && keyOf(current.payload) === seen,
    former: former.map(({ employee }) => employee),
    announce(changed: Request, told: readonly ToldMessage[]): NewMessage[] {
      if (!isHire(changed)) return [];
      return [
        ...news.map(({ as, employee }) =>
          companion.message({ requestId, purpose: `${as} ${at}`, recipient: { employee } }, { as }),
        ),
        ...former.map(({ as, employee }) =>
          relieved.message({ requestId, purpose: `relieved:${as} ${at}`, recipient: { employee } }, { as }),
        ),
        // They name the manager.
        ...rewriteHeadlines(changed, told, rulesOf(by.settings())).map((update) => ({
          ...update,
          purpose: `${update.purpose} ${at}`,
        })),
        ...(follows ? [followed(requestId, by.viewer.userId, at)] : []),
      ];
    },
  };
}

const relieved = defineMessage({
  name: 'newhire.relieved',
  label: () => say().companions.labels.relieved,
  about: z.object({ as: Companion }),
  is: isHire,
  build: ({ as }, { request }) => messageOf(say().companions.relieved(request, as)),
});

const followedName = 'newhire.companions_followed';

function followed(requestId: string, by: string, at: string): NewMessage {
  const recipient = { channel: by, confidential: true } as const;
  return { requestId, purpose: `followed companions ${at}`, recipient, name: followedName, about: {} };
}

/** Makes the change in the onboarding service, and tells its author only if that fails. */
function followedMessage({ additions }: Pick<Bot, 'additions'>) {
  return defineMessage({
    name: followedName,
    label: () => say().companions.labels.followed,
    about: z.object({}),
    is: isHire,
    async build(_none, { request, now }) {
      const { resultId: user, payload } = request;
      if (user === null) return undefined;
      const change = { user, manager: payload.manager ?? null, buddy: payload.buddy ?? null };
      return changePerson(change, say().companions.notFollowed(request), { additions, now });
    },
  });
}

export const companionMessages = (services: Pick<Bot, 'additions'>) => [
  asReply(relieved),
  followedMessage(services),
];

/** "I told the buddy": HR reached a person who isn't in Slack. */
export const told = button({
  id: 'newhire_told',
  role: 'hr',
  value: z.object({ request: z.string(), as: Companion }),
  async press({ request: id, as }, { ledger, viewer, requestPages }: By<Bot>, args) {
    const isSettled = await ledger.settleUnreached(id, (purpose) => isAbout(purpose, as), viewer.userId);
    const said = isSettled ? undefined : say().companions.settledBefore;
    await requestPages.answer(args, say().companions.title, said);
  },
});

/** For the person's page: who wasn't told, and what can be done about it. */
export function companionButtons(request: HireRequest): Button[] {
  if (request.state !== 'done' || request.calledOffAt !== null) return [];
  const { title, another, iTold } = say().companions;
  const about = { request: request.id };
  const open = unreachedCompanions(request).flatMap(({ as }, index) => [
    ...(index === 0 ? [companionsWindow.opener('another')(about, aboutRequest(another(as), request))] : []),
    told.show({ ...about, as }, aboutRequest(iTold(as), request)),
  ]);
  return [...open, companionsWindow.button(about, aboutRequest(title, request))];
}
