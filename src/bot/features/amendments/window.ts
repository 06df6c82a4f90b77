import { z } from 'zod';
import { dayIn } from '../../../time/dates.ts';
import type { Bot } from '../../bot.ts';
import { calendarButtons, hasFile } from '../../calendar/entry.ts';
import type { Amendment, Request } from '../../ledger/requests/request.ts';
import type { RequestType } from '../../requests/define-request.ts';
import { mayDecide } from '../../requests/employees.ts';
import { isOwnService } from '../../requests/follow.ts';
import { say as sayRequests } from '../../requests/messages.ts';
import { moveId } from '../../requests/request-button.ts';
import { outcomePage, referenceNote } from '../../requests/result-views.ts';
import type { By } from '../../slack/button.ts';
import { dateField } from '../../slack/forms/field.ts';
import { noticeView } from '../../slack/incoming/answer.ts';
import { modal, type Page } from '../../slack/modal.ts';
import { alert, mention, mrkdwn, paragraph, row } from '../../slack/views/blocks.ts';
import { adviceBlocks, recipientsBefore, stillConcerned } from './announcements.ts';
import { say } from './messages.ts';

type Kind = Amendment['kind'];

type Facts = Exclude<Awaited<ReturnType<typeof factsOf>>, Page>;

/** A window for each kind of change: asks for the new day, or for confirmation, and says who will be notified. */
export const amendmentWindows = {
  moved: windowFor('moved', moveId),
  calledOff: windowFor('calledOff', 'amendment_called_off'),
  resumed: windowFor('resumed', 'amendment_resumed'),
};

function windowFor(kind: Kind, id: string) {
  return modal({
    id,
    role: 'managers',
    /** `day`: another system has this one, so it is filled in. */
    metadata: z.object({ request: z.string(), day: z.string().optional() }),
    /** The number of earlier changes: a window that shows an older state must not be saved. */
    kept: z.object({ seen: z.int() }),
    facts: (by: By<Bot>, { request }) => factsOf(kind, request, by),
    title: ({ sentences }) => say().titleOf(sentences.button),
    fields: ({ sentences: { label } }) => ({
      ...(label !== undefined && { day: dateField({ label, required: true }) }),
    }),

    open({ isPossible, request, sentences, notes, ...facts }, { day }) {
      if (!isPossible) return noticeView(say().notChanged, sayRequests().notThis);
      return {
        above: [
          ...notes.map((line) => alert('warning', line)),
          paragraph(sentences.ask(request.context.personName, request.day)),
        ],
        values: { day: day ?? request.day ?? undefined },
        below: [mrkdwn(say().notifies(mentionsOf(facts))), ...adviceBlocks(request, sentences, facts)],
        keep: { seen: request.amendments },
      };
    },

    submit: {
      text: () => say().save,
      async run(facts, { seen }, values, { ledger, typeOf, viewer }) {
        const { request, isPossible } = facts;
        const day = kind === 'calledOff' ? null : values.day;
        const mistake = isPossible && request.amendments === seen && wrongDay(day, request);
        if (mistake) return { errors: { day: mistake } };
        if (day === undefined) return { again: [] };
        const amended = await ledger.amend(request.id, { day, seen }, viewer.userId);
        if (amended.kind === 'amended') {
          const { request: changed, amendment } = amended;
          const sentences = typeOf(changed).afterwards?.words()[amendment.kind] ?? facts.sentences;
          return savedPage({ ...facts, request: changed, sentences }, amendment);
        }
        // A second press of the same button shows the result of the first.
        if (amended.kind === 'changed' && isResultOf({ day, seen }, amended.request))
          return savedPage({ ...facts, request: amended.request }, { day, before: null });
        return { again: [alert('warning', sayRequests().changed)] };
      },
    },
  });
}

/** @returns a page if this person can't change this request */
async function factsOf(
  kind: Kind,
  id: string,
  { ledger, typeOf, settings, additions, clock, viewer }: By<Bot>,
) {
  const { onlyHr, notChanged, replaced } = say();
  const request = await ledger.find(id);
  if (!request) return noticeView(notChanged, sayRequests().gone);
  const type = typeOf(request);
  if (!mayDecide(request, type, viewer)) return noticeView(notChanged, onlyHr);
  const newest = await ledger.newestDone(request.kind, request.subject);
  if (newest && newest.id !== id) return noticeView(notChanged, replaced(newest.id));
  const sentences = type.afterwards?.words()[kind];
  if (!sentences) return noticeView(notChanged, sayRequests().notThis);
  const today = dayIn(settings().timezone, clock.now());
  const around = kind === 'calledOff' ? undefined : await ledger.presence.around(request);
  return {
    request,
    sentences,
    isPossible: possibleChanges(request, type).some((one) => one.kind === kind),
    told: recipientsBefore(stillConcerned(await ledger.toldOf(id), request, type), type, viewer.userId),
    /** Whether the viewer has the day in a calendar file. */
    hasFile: await hasFile(request, viewer.userId, { typeOf, toldOf: ledger.toldOf }),
    settings: settings(),
    follows: await isOwnService({ additions, clock }),
    notes: around ? (type.leavingNotes?.(request, around, today) ?? []) : [],
  };
}

export function possibleChanges(request: Request, { afterwards }: RequestType) {
  if (request.state !== 'done' || !afterwards) return [];
  const kinds: Kind[] = request.calledOffAt === null ? ['moved', 'calledOff'] : ['resumed'];
  const sentences = afterwards.words();
  return kinds.flatMap((kind) => (sentences[kind] ? [{ kind, sentences: sentences[kind] }] : []));
}

function wrongDay(day: string | null | undefined, { day: before }: Request): string | undefined {
  if (day === undefined) return say().missing;
  return day !== null && day === before ? say().sameDay(day) : undefined;
}

function isResultOf({ day, seen }: { day: string | null; seen: number }, request: Request): boolean {
  return request.amendments === seen + 1 && request.day === day;
}

export function savedPage(
  { request, sentences, ...facts }: Facts,
  change: Pick<Amendment, 'day' | 'before' | 'isEnded'>,
) {
  const shown = { before: change.before, has: true };
  return outcomePage(say().titleOf(sentences.button), [
    alert('success', sentences.said(request.context.personName, change)),
    mrkdwn(say().notifies(mentionsOf(facts))),
    ...(change.isEnded ? [] : adviceBlocks(request, sentences, facts)),
    // Its author gets no message about the change.
    ...(facts.hasFile ? row(...calendarButtons(request, facts.settings, shown)) : []),
    referenceNote(request),
  ]);
}

function mentionsOf({ told, settings: { privateChannel } }: Pick<Facts, 'told' | 'settings'>): string[] {
  const { hr, somebody } = say();
  const mentions = told.map(({ recipient, target, purpose }) => {
    if ('channel' in recipient) return mention(recipient.channel);
    if ('hr' in recipient) return privateChannel === undefined ? hr : mention(privateChannel);
    return target === undefined ? somebody(purpose) : mention(target);
  });
  return [...new Set(mentions)];
}
