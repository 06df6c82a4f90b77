import { z } from 'zod';
import { defineMessage } from '../../../requests/define-message.ts';
import { moveButton } from '../../../requests/request-button.ts';
import { messageOf } from '../../../requests/result-views.ts';
import { paragraph, row } from '../../../slack/views/blocks.ts';
import { isHire } from '../request.ts';
import { say } from './messages.ts';

/** To HR: more new people than are likely to start. */
export const tooManyMessage = defineMessage({
  name: 'newhire.starters_many',
  about: z.object({ count: z.int(), source: z.string() }),
  build: ({ count, source }) => messageOf(say().tooMany(count, source), paragraph(say().tooManyNote)),
});

export const movedName = 'newhire.starter_moved';

/** Pause before a message about a request that is still being added is built again, in milliseconds. */
const untilAdded = 10 * 60_000;

/** To HR: the source of a hire who was taken has another start day now. */
export const movedMessage = defineMessage({
  name: movedName,
  label: () => say().movedLabel,
  about: z.object({ day: z.string(), source: z.string() }),
  is: isHire,
  build({ day, source }, { request, now }) {
    const { state, calledOffAt, context } = request;
    if (state === 'rejected' || state === 'cancelled' || calledOffAt !== null) return undefined;
    if (state !== 'done') return { later: new Date(now.getTime() + untilAdded) };
    if (request.day === day) return undefined;
    const text = say().moved(source, context.personName, { day, before: request.day });
    return messageOf(text, ...row(moveButton(request, day, say().move)));
  },
});
