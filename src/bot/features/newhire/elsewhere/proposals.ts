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
import { type HirePayload, type HireRequest, isHire, kind } from '../request.ts';
import { say as sayStarters } from '../starters/messages.ts';
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

/** Details from a starter's source, and those it lacks. */
function aboutStarter({ payload }: HireRequest): KnownBlock[] {
  const said = [payload.email, payload.position].filter(Boolean).join(' · ');
  return [
    ...(said === '' ? [] : [paragraph(said)]),
    ...missingIn(payload, ['email', 'start_day']).map((line) => note(line)),
  ];
}

/** Sentence about the fields that are empty, if any is. */
export function missingIn(payload: HirePayload, names: readonly (keyof HirePayload)[]): string[] {
  const missing = names.filter((name) => !payload[name]).map((name) => sayHire().labels[name]);
  return missing.length > 0 ? [sayStarters().missing(missing)] : [];
}

/** Sentences for starters, or for people who were added elsewhere. */
function wordsOf({ context }: HireRequest) {
  return context.starter ? sayStarters() : say();
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
function announcedBefore(request: HireRequest, { settings }: Pick<Bot, 'settings'>): string {
  const { requester, createdAt, endedAt, context, id } = request;
  const on = dayIn(settings().timezone, new Date(endedAt ?? createdAt));
  return wordsOf(request).already(requester, on, { name: context.personName, id });
}

/** @returns the proposal that a form completes, also if this form took it, or a page that says why it can't be */
export async function proposalFor(
  { proposal: id, form }: Pick<FormKey, 'proposal' | 'form'>,
  deps: Bot,
): Promise<HireRequest | ModalView | undefined> {
  if (id === undefined) return undefined;
  const found = await deps.ledger.find(id);
  if (!found || !isHire(found)) return insteadPage(say().gone);
  if (found.submission === form) return found;
  if (found.state !== 'proposed') return takenPage(found, deps);
  const presence = presenceOf(found, deps.directory);
  return presence === 'there' ? found : insteadPage(say()[presence]);
}

/** The page about a proposal that somebody took. */
export function takenPage(request: HireRequest, deps: Pick<Bot, 'settings'>): ModalView {
  return insteadPage(announcedBefore(request, deps), request.context.starter && sayHire().titles.form);
}

/** A page with a reason in mrkdwn. */
export function insteadPage(why: string, title = say().form.title): ModalView {
  return outcomePage(title, listedMarkup([why]));
}

/** The proposal of a person who is in the service already: its form asks only for what Frontdesk announces. */
export function ofThere(proposal: HireRequest | undefined): HireRequest | undefined {
  return proposal?.context.starter ? undefined : proposal;
}

/** Action id of the button that opens the form for a proposal. Messages with it outlive a release. */
export const announceId = 'newhire_elsewhere_announce';

export const dismiss = requestButton({
  id: 'newhire_elsewhere_dismiss',
  role: 'hr',
  title: () => say().title,
  async press(id, by: By<Bot>) {
    const { ledger, viewer } = by;
    const dismissed = await ledger.dismiss(id, viewer.userId);
    if (dismissed.kind === 'taken') return undefined;
    const { gone } = say();
    const request = 'request' in dismissed ? dismissed.request : undefined;
    if (!request || !isHire(request)) return gone;
    if (request.state !== 'proposed') return announcedBefore(request, by);
    const answer = await ledger.questions.answerOf(request.id);
    return answer ? wordsOf(request).dismissedBy(answer.by) : gone;
  },
});

const shown = 5;
const looked = 50;

/** App Home's part for HR: starters, and people added elsewhere, who wait for a decision. */
export async function elsewherePart(deps: Bot): Promise<HomePart> {
  const proposals = (await deps.ledger.proposed(kind, looked)).filter(isHire);
  const asked = proposals.filter((proposal) => isWanted(proposal, deps));
  if (asked.length === 0) return {};
  const rows = asked
    .slice(0, shown)
    .map((proposal) => [paragraph(askOf(proposal)), ...row(...askingButtons(proposal))]);
  return { answers: [...rows, ...(asked.length > shown ? [[note(say().more)]] : [])] };
}

/** Whether HR is asked. The setting is about people who are in the service already. */
function isWanted(proposal: HireRequest, { settings, directory }: Pick<Bot, 'settings' | 'directory'>) {
  if (proposal.context.starter) return true;
  return settings().reminders.addedElsewhere && presenceOf(proposal, directory) === 'there';
}

function askOf(proposal: HireRequest): string {
  const { context, payload } = proposal;
  const { starter, personName } = context;
  return starter ? sayStarters().asks(starter.source, personName, payload.start_day) : say().asks(personName);
}

/** Buttons for the message and App Home. */
function askingButtons(proposal: HireRequest): Button[] {
  const { buttons } = wordsOf(proposal);
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
  const { buttons, ...said } = wordsOf(proposal);
  const text = proposal.context.starter ? askOf(proposal) : say().added(proposal.context.personName);
  const by = announced ? said.announcedBy(announced.requester, announced.id) : said.dismissedBy(dismissedBy);
  const afterAll = requestButtonOf(announceId, proposal, buttons.afterAll);
  const blocks = [paragraph(text), markedNote(by), ...(announced ? [] : row(afterAll))];
  return { text: fallback(text), blocks };
}

/** Messages that ask about a person in the service, and about a starter. */
const names = { there: 'newhire.elsewhere', starter: 'newhire.starter' } as const;

/** The message to HR about a proposal. */
export function proposedAnnouncements({ id: requestId, context }: HireRequest) {
  const name = context.starter ? names.starter : names.there;
  return [{ requestId, purpose: 'undecided proposal', recipient: { hr: true as const }, name, about: {} }];
}

export function elsewhereMessages(deps: Pick<Bot, 'directory' | 'settings' | 'ledger'>) {
  const { settings } = deps;
  const isAsked = (request: HireRequest) => request.state === 'proposed' && request.dismissedAt === null;
  const question = (name: string, label: () => string) =>
    defineMessage({
      name,
      label,
      // `again`: in place of the question, which may be answered by now.
      about: z.object({ again: z.literal(true).optional() }),
      is: isHire,
      async build({ again }, { request }) {
        if (!isAsked(request)) return again && decided(request, deps);
        if (!isWanted(request, deps)) return undefined;
        const about = request.context.starter ? aboutStarter(request) : aboutProposal(request);
        return messageOf(askOf(request), ...about, ...row(...askingButtons(request)));
      },
    });
  return [
    question(names.there, () => say().title),
    question(names.starter, () => sayStarters().label),
    defineMessage({
      name: importedName,
      about: z.object({ count: z.int() }),
      build: ({ count }) =>
        settings().reminders.addedElsewhere
          ? messageOf(say().imported(count), paragraph(say().importedNote))
          : undefined,
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
  async function settle({ request, answer }: AnsweredQuestion): Promise<Message | undefined> {
    const given = isHire(request) && request.context.starter ? undefined : answer;
    return isHire(request) ? decided(request, { ledger }, given) : undefined;
  }
  return { [names.there]: settle, [names.starter]: settle };
}

/** @param answer the latest one by default: a starter can be dismissed again after its source has changed it */
async function decided(
  request: HireRequest,
  { ledger }: Pick<Bot, 'ledger'>,
  answer?: AnsweredQuestion['answer'],
): Promise<Message> {
  const isTaken = request.state !== 'proposed';
  const announced = isTaken ? request : await ledger.newestDone(request.kind, request.subject);
  const by = announced ? undefined : (answer ?? (await ledger.questions.answerOf(request.id)))?.by;
  return decidedMessage(request, announced, by);
}
