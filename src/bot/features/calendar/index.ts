import { z } from 'zod';
import { type Day, dayIn } from '../../../time/dates.ts';
import type { Bot } from '../../bot.ts';
import { Asked, askId, calendarButtons, entryMessage, hasFile } from '../../calendar/entry.ts';
import type { Feature } from '../../feature.ts';
import type { NewMessage } from '../../ledger/outbox/message.ts';
import { defineMessage } from '../../requests/define-message.ts';
import { findFor } from '../../requests/employees.ts';
import { type By, button } from '../../slack/button.ts';
import { paragraph } from '../../slack/views/blocks.ts';
import { say } from './messages.ts';

export function calendarFeature(services: Bot): Feature {
  const { typeOf, settings, clock } = services;
  return {
    listeners: [addToCalendar.listener(services)],
    messages: [entryMessage, notAllowedMessage],
    async personPage(request, { userId }) {
      const stands = request.state === 'done' && request.calledOffAt === null;
      if (!stands || !typeOf(request).calendar) return {};
      const today = dayIn(settings().timezone, clock.now());
      const has = await hasFile(request, userId, { typeOf, toldOf: services.ledger.toldOf });
      return { buttons: calendarButtons(request, settings(), { today, has }) };
    },
  };
}

/** Sends the day as a file to the person who asks for it, and its change or removal if they ask again. */
const addToCalendar = button({
  id: askId,
  // A buddy may have no access to Frontdesk.
  role: 'members',
  value: Asked,
  async press({ request, day }, by: By<Bot>, args) {
    await by.requestPages.answer(args, say().label, await askedFor(request, day, by));
  },
});

/** @returns what to say */
async function askedFor(id: string, shown: Day, by: By<Bot>): Promise<string> {
  const { ledger, typeOf, settings, viewer } = by;
  const request = await findFor(viewer, id, by);
  const newest = request && (await ledger.newestDone(request.kind, request.subject));
  if (!request || newest?.id !== id || !typeOf(request).calendar) return say().cannot;
  if (!settings().reminders.calendar) return say().isOff;
  const has = await hasFile(request, viewer.userId, { typeOf, toldOf: ledger.toldOf });
  if (request.calledOffAt !== null && !has) return say().cannot;
  const count = request.amendments;
  const start = `calendar:${viewer.userId}:${count}:`;
  const own = (await ledger.toldOf(id)).filter(({ purpose }) => purpose.startsWith(start));
  if (own.some(({ isSent }) => isSent)) return say().sent;
  // A file that couldn't be sent may be asked for again.
  const purpose = `${start}${own.filter(({ isOver }) => isOver).length}`;
  const recipient = { channel: viewer.userId, confidential: true } as const;
  const about = { count, day: request.day ?? shown };
  await ledger.enqueue(entryMessage.message({ requestId: id, purpose, recipient }, about));
  return say().coming;
}

const notAllowedMessage = defineMessage({
  name: 'calendar.not-allowed',
  label: () => say().label,
  about: z.object({ code: z.string() }),
  build({ code }) {
    const { notAllowed, refused } = say();
    const lines = [notAllowed, refused(code)];
    return { text: lines.join(' '), blocks: lines.map(paragraph) };
  },
});

/** Sent once per Slack reason; again only after the earlier message's record was deleted. */
export function notAllowed(code: string): NewMessage {
  return notAllowedMessage.message({ purpose: `calendar files ${code}`, recipient: { hr: true } }, { code });
}
