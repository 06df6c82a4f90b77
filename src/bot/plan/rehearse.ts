import { z } from 'zod';
import type { NewMessage } from '../ledger/outbox/enqueue.ts';
import type { Wording } from '../ledger/outbox/message.ts';
import type { Request } from '../ledger/requests/request.ts';
import type { MessageContext, MessageDefinition } from '../requests/define-message.ts';
import type { Foretold } from './foretell.ts';
import { words } from './words.ts';

/** Which part of a rehearsal a message is. */
export const RehearsedPart = z.object({
  /** Which moment, from 0. */
  index: z.int(),
  /** When the rehearsal was asked for: what comes after that is rehearsed, as ISO 8601. */
  since: z.string(),
  /** Employees who can't be reached in Slack: they get nothing of it. */
  leftOut: z.array(z.int()).default([]),
});

/** The most moments that are rehearsed. */
export const mostRehearsed = 20;

/** The address of one moment: to one person, once for each window in which they ask for it. */
export function rehearsedBy(userId: string, window: string, part: number | string) {
  const recipient = { channel: userId, confidential: true as const };
  return { purpose: `rehearsal ${window} ${part}`, recipient };
}

/** Of the messages, what goes to somebody who can be reached. @param leftOut ids of employees who can't */
export function reaching(leftOut: readonly number[]) {
  return ({ recipient }: Pick<NewMessage, 'recipient'>) =>
    !('employee' in recipient && leftOut.includes(recipient.employee));
}

/** Of the messages, what comes after an instant. */
export function after(since: Date) {
  return ({ due }: Pick<NewMessage, 'due'>) => due === undefined || due > since;
}

/** One moment of the plan as it will be, to whoever rehearses it; undefined where it is not planned any more. */
export async function rehearsed(
  moment: Foretold | undefined,
  definitions: readonly MessageDefinition[],
  context: MessageContext & { request: Request },
): Promise<Wording | undefined> {
  const [message] = moment?.messages ?? [];
  const definition = definitions.find(({ name }) => name === message?.name);
  if (!moment || !message || !definition) return undefined;
  // As it will be on its day.
  const now = message.due ?? context.now;
  const built = await definition.prepare(
    message.about,
    context.request,
  )?.({ ...context, now, isRehearsal: true });
  if (!built || !('text' in built)) return undefined;
  const { rehearsal } = words[context.language];
  const marked = rehearsal.mark(moment.line).slice(0, 2_900);
  const text = rehearsal.text(built.text);
  const { file } = built;
  if (file) return { text, blocks: [], file: { ...file, comment: `${marked}\n${file.comment}` } };
  const mark = { type: 'context', elements: [{ type: 'mrkdwn', text: marked }] };
  return { text, blocks: [mark, ...built.blocks] };
}
