import type { Button, KnownBlock } from '@slack/types';
import { z } from 'zod';
import { type Day, dayIn } from '../../time/dates.ts';
import type { ToldMessage } from '../ledger/outbox/message.ts';
import type { Request } from '../ledger/requests/request.ts';
import { canBePlanned } from '../plan/plan.ts';
import { asReply, defineMessage, type MessageContext, ofAnyKind } from '../requests/define-message.ts';
import type { Audience, TypeOf } from '../requests/define-request.ts';
import { aboutRequest, OfRequest } from '../requests/request-button.ts';
import { buttonOf } from '../slack/button.ts';
import { isPerson } from '../slack/ids.ts';
import { cut, escapeMrkdwn, row } from '../slack/views/blocks.ts';
import { calendarFile, oneLine } from './calendar-file.ts';
import { say } from './messages.ts';

/** Action id of the button. */
export const askId = 'calendar_add';

/** `day` is used if the request was cancelled and has none any more. */
export const Asked = OfRequest.extend({ day: z.string() });

/**
 * Button for the reader's calendar; none for a day that is over or unknown.
 * @param has whether the reader got a file about it before
 * @param before day of a request that was cancelled
 */
export function calendarButtons(
  request: Request,
  { reminders }: Pick<Audience, 'reminders'>,
  { today, before = null, has = false }: { today?: Day; before?: Day | null | undefined; has?: boolean } = {},
): Button[] {
  const isOver = request.calledOffAt !== null;
  const day = request.day ?? before;
  if (!reminders.calendar || !canBePlanned(day) || (today && day < today) || (isOver && !has)) return [];
  const { add, update, remove } = say().buttons;
  const text = isOver ? remove : has ? update : add;
  return [
    buttonOf(
      askId,
      { request: request.id, day } satisfies z.infer<typeof Asked>,
      aboutRequest(text, request),
    ),
  ];
}

/** Row with that button; messages to channels have none. */
export async function calendarRow(
  request: Request,
  context: MessageContext,
  before?: Day | null,
): Promise<KnownBlock[]> {
  const { settings, now, target, isRehearsal } = context;
  if (isRehearsal || !isPerson(target)) return [];
  const today = dayIn(settings.timezone, now);
  const has = await hasFile(request, target, context);
  return row(...calendarButtons(request, settings, { today, before, has }));
}

/** Whether the reader got a file about the day, which may have been for the request that this one changes. */
export async function hasFile(
  request: Request,
  reader: string,
  { typeOf, toldOf }: { typeOf: TypeOf; toldOf(id: string): Promise<readonly ToldMessage[]> },
): Promise<boolean> {
  const changed = typeOf(request).calendar?.changes?.(request) ?? [];
  const told = await Promise.all([...new Set([...changed, request.id])].map((id) => toldOf(id)));
  return told
    .flat()
    .some(
      ({ name, isSent, target, recipient }) =>
        name === entryMessage.name &&
        isSent &&
        (target === reader || ('channel' in recipient && recipient.channel === reader)),
    );
}

/** Most amendments per request that get their own sequence number. */
const mostChanges = 1_000;

export const entryMessage = asReply(
  defineMessage({
    name: 'calendar.entry',
    label: () => say().label,
    about: z.object({
      /** Number of amendments at the time; only the newest file counts. */
      count: z.int(),
      day: z.string(),
    }),
    is: ofAnyKind,
    async build({ count, day }, { request, settings, typeOf, now, isNewest }) {
      const { calendar } = typeOf(request);
      if (!calendar || !settings.reminders.calendar) return undefined;
      if (count < request.amendments || !(await isNewest(request))) return undefined;
      const name = cut(oneLine(request.context.personName), 140);
      const said = calendar.words();
      const title = said.title(name);
      const isCancelled = request.calledOffAt !== null;
      const content = await calendarFile(
        {
          uid: `${calendar.changes?.(request)[0] ?? request.id}@frontdesk`,
          sequence: request.revision * mostChanges + Math.min(request.amendments, mostChanges - 1),
          ...{ isCancelled, isPrivate: calendar.isPrivate, day, title },
        },
        now,
      );
      const { open, remove } = say().whatToDo;
      const shown = escapeMrkdwn(name);
      const comment = isCancelled
        ? `${said.calledOff(shown)} ${remove}`
        : `${said.added(shown, day)} ${open}`;
      const fileName = calendar.isPrivate ? say().file : slugOf(title);
      return { text: title, blocks: [], file: { name: `${fileName}.ics`, title, comment, content } };
    },
  }),
);

/** Name for a file: `First day: Jane Doe` becomes `first-day-jane-doe`. */
function slugOf(title: string): string {
  const words = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return [...words.replaceAll(/[^\p{L}\p{N}]+/gu, '-')].slice(0, 60).join('').replaceAll(/^-|-$/g, '');
}
