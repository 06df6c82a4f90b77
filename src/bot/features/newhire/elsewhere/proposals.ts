import type { Button, KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { dayIn, isDay } from '../../../../time/dates.ts';
import type { Bot } from '../../../bot.ts';
import type { HomePart } from '../../../feature.ts';
import type { CompareWords } from '../../../ledger/requests/compare-list.ts';
import type { AnsweredQuestion } from '../../../ledger/requests/questions.ts';
import type { Request } from '../../../ledger/requests/request.ts';
import type { Directory } from '../../../onboarding/directory/directory.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import { requestButton, requestButtonOf } from '../../../requests/request-button.ts';
import { type Message, messageOf, outcomePage } from '../../../requests/result-views.ts';
import type { By } from '../../../slack/button.ts';
import { fallback, listedMarkup, markedNote, note, paragraph, row } from '../../../slack/views/blocks.ts';
import type { FormKey } from '../drafts/draft.ts';
import { type HireValues, newHireFields, newHireForms, type Offered } from '../form/fields.ts';
import { say as sayHire } from '../messages.ts';
import { type HireRequest, isHire, kind } from '../request.ts';
import { say } from './messages.ts';

/** The fields about a proposed person: what Frontdesk announces, without what only the service needs. */
export function announcedFields() {
  const { start_day, manager, buddy, position, timezone } = newHireForms().table;
  return {
    start_day: { ...start_day, hint: say().form.startHint, required: true },
    manager,
    buddy,
    position,
    timezone,
  };
}

/** Checks the fields about a proposed person. The service's own data isn't checked again. */
export function parseAnnounced(values: HireValues, { payload, resultId }: HireRequest) {
  const { start_day = '', manager, buddy } = values;
  const { notThemselves } = say().form;
  const isThemselves = (entry: typeof manager) => entry !== undefined && entry.value === String(resultId);
  const errors: Record<string, string> = {
    ...newHireForms().checked({ ...values, email: undefined }),
    ...(!isDay(start_day) && { start_day: sayHire().mistakes.start_day }),
    ...(isThemselves(manager) && { manager: notThemselves }),
    ...(isThemselves(buddy) && { buddy: notThemselves }),
  };
  return Object.keys(errors).length > 0
    ? { ok: false as const, errors }
    : { ok: true as const, payload: { ...payload, ...newHireFields.sent(values) } };
}

/** Values with those of the proposal, which the form doesn't ask for. */
export function withBrought(
  typed: HireValues,
  { proposal, ...offered }: Offered & { proposal: HireRequest | undefined },
) {
  return proposal ? { ...newHireFields.fromRequest(proposal, offered), ...typed } : typed;
}

export function aboutProposal({ context, payload }: HireRequest): KnownBlock[] {
  return [paragraph(say().who(context.personName, payload.email))];
}

/** Age that a reading needs to prove that a person is gone, in milliseconds: clocks differ, and reading takes time. */
const surelyNewer = 5 * 60_000;

/** Whether a proposed person is still in the service, as far as is known. */
function presenceOf(
  { resultId, service, createdAt }: HireRequest,
  directory: Pick<Directory, 'asRead'>,
): 'there' | 'removed' | 'otherService' {
  const snapshot = directory.asRead();
  if (!snapshot || resultId === null) return 'there';
  if (snapshot.from !== service) return 'otherService';
  const isOlder = snapshot.readAt < Date.parse(createdAt) + surelyNewer;
  return snapshot.people.has(resultId) || isOlder ? 'there' : 'removed';
}

/** Sentence about a proposal that somebody took, in mrkdwn. */
export function announcedBefore(
  { requester, endedAt, context, id }: HireRequest,
  { settings }: Pick<Bot, 'settings'>,
): string {
  const on = dayIn(settings().timezone, new Date(endedAt ?? 0));
  return say().alreadyAnnounced(requester, on, { name: context.personName, id });
}

/** @returns the proposal that a form announces, also if this form took it, or a page that says why it can't be */
export async function proposalFor(
  { proposal: id, form }: Pick<FormKey, 'proposal' | 'form'>,
  deps: Bot,
): Promise<HireRequest | ModalView | undefined> {
  if (id === undefined) return undefined;
  const found = await deps.ledger.find(id);
  if (!found || !isHire(found)) return insteadPage(say().gone);
  if (found.submission === form) return found;
  if (found.state !== 'proposed') return insteadPage(announcedBefore(found, deps));
  const presence = presenceOf(found, deps.directory);
  return presence === 'there' ? found : insteadPage(say()[presence]);
}

/** A page with a reason in mrkdwn. */
export function insteadPage(why: string): ModalView {
  return outcomePage(say().form.title, listedMarkup([why]));
}

/** Action id of the button that opens the form for a proposal. */
export const announceId = 'newhire_elsewhere_announce';

export const dismiss = requestButton({
  id: 'newhire_elsewhere_dismiss',
  role: 'hr',
  title: () => say().title,
  async press(id, by: By<Bot>) {
    const { ledger, viewer } = by;
    const dismissed = await ledger.dismiss(id, viewer.userId);
    if (dismissed.kind === 'taken') return undefined;
    const { gone, dismissedBy } = say();
    const request = 'request' in dismissed ? dismissed.request : undefined;
    if (!request || !isHire(request)) return gone;
    if (request.state !== 'proposed') return announcedBefore(request, by);
    const answer = await ledger.questions.answerOf(request.id);
    return answer ? dismissedBy(answer.by) : gone;
  },
});

const shown = 5;
const looked = 50;

/** App Home's part for HR: people added elsewhere who wait for a decision. */
export async function elsewherePart({ ledger, directory, settings }: Bot): Promise<HomePart> {
  if (!settings().reminders.addedElsewhere) return {};
  const { asks, more } = say();
  const proposals = (await ledger.proposed(kind, looked)).filter(isHire);
  const there = proposals.filter((proposal) => presenceOf(proposal, directory) === 'there');
  if (there.length === 0) return {};
  const rows = there
    .slice(0, shown)
    .map((proposal) => [paragraph(asks(proposal.context.personName)), ...row(...askingButtons(proposal))]);
  return { answers: [...rows, ...(there.length > shown ? [[note(more)]] : [])] };
}

/** Buttons for the message and App Home. */
function askingButtons(proposal: HireRequest): Button[] {
  const { buttons } = say();
  return [
    { ...requestButtonOf(announceId, proposal, buttons.announce), style: 'primary' },
    dismiss.show(proposal, buttons.dismiss),
  ];
}

/** @param announced the request that announced the person: the proposal itself, or another one about them */
export function decidedMessage(
  proposal: HireRequest,
  announced: Pick<Request, 'requester' | 'id'> | undefined,
  dismissedBy = '',
): Message {
  const { added, buttons, ...said } = say();
  const text = added(proposal.context.personName);
  const by = announced ? said.announcedBy(announced.requester, announced.id) : said.dismissedBy(dismissedBy);
  const afterAll = requestButtonOf(announceId, proposal, buttons.afterAll);
  const blocks = [paragraph(text), markedNote(by), ...(announced ? [] : row(afterAll))];
  return { text: fallback(text), blocks };
}

const name = 'newhire.elsewhere';

/** The message to HR about a proposal. */
export function proposedAnnouncements({ id: requestId }: HireRequest) {
  return [{ requestId, purpose: 'undecided proposal', recipient: { hr: true as const }, name, about: {} }];
}

export function elsewhereMessages({ directory, settings }: Pick<Bot, 'directory' | 'settings'>) {
  const isWanted = () => settings().reminders.addedElsewhere;
  const isAsked = (request: HireRequest) => request.state === 'proposed' && request.dismissedAt === null;
  return [
    defineMessage({
      name,
      label: () => say().title,
      about: z.object({}),
      is: isHire,
      build(_about, { request }) {
        if (!isWanted() || !isAsked(request) || presenceOf(request, directory) !== 'there') return undefined;
        const text = say().asks(request.context.personName);
        return messageOf(text, ...aboutProposal(request), ...row(...askingButtons(request)));
      },
    }),
    defineMessage({
      name: importedName,
      about: z.object({ count: z.int() }),
      build: ({ count }) =>
        isWanted() ? messageOf(say().imported(count), paragraph(say().importedNote)) : undefined,
    }),
  ];
}

const importedName = 'newhire.imported';

export const compareWords: CompareWords = {
  imported: (reference, count) => [
    { purpose: `elsewhere ${reference}`, recipient: { hr: true }, name: importedName, about: { count } },
  ],
};

/** Shows HR's decision in every message that asked about a person, keyed by message name. */
export function settledProposals({ ledger }: Pick<Bot, 'ledger'>) {
  return {
    async [name]({ request, answer }: AnsweredQuestion): Promise<Message | undefined> {
      if (!isHire(request)) return undefined;
      const isTaken = request.state !== 'proposed';
      const announced = isTaken ? request : await ledger.newestDone(request.kind, request.subject);
      return decidedMessage(request, announced, answer?.by);
    },
  };
}
