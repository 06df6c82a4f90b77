import { z } from 'zod';
import type { NewMessage } from '../ledger/outbox/enqueue.ts';
import type { Wording } from '../ledger/outbox/message.ts';
import type { Request } from '../ledger/requests/request.ts';
import type { MessageContext, MessageDefinition } from '../requests/define-message.ts';
import type { Foretold } from './foretell.ts';
import { say } from './messages.ts';

export const RehearsedPart = z.object({
  index: z.int(),
  /** Time of the request, as ISO 8601: only later messages are rehearsed. */
  since: z.string(),
  /** Ids of employees who can't be reached in Slack, and so aren't part of it. */
  leftOut: z.array(z.int()).default([]),
});

export const mostRehearsed = 20;

/** Recipient and purpose of a rehearsed moment: once per window in which a person asks for it. */
export function rehearsedBy(userId: string, window: string, part: number | string) {
  const recipient = { channel: userId, confidential: true as const };
  return { purpose: `rehearsal ${window} ${part}`, recipient };
}

/** `leftOut`: ids of employees who can't be reached. */
export function reaching(leftOut: readonly number[]) {
  return ({ recipient }: Pick<NewMessage, 'recipient'>) =>
    !('employee' in recipient && leftOut.includes(recipient.employee));
}

export function after(since: Date) {
  return ({ due }: Pick<NewMessage, 'due'>) => due === undefined || due > since;
}

/** Builds a moment of the plan for its rehearsal; undefined if it is no longer planned. */
export async function rehearsed(
  moment: Foretold | undefined,
  definitions: readonly MessageDefinition[],
  context: MessageContext & { request: Request },
): Promise<Wording | undefined> {
  const [message] = moment?.messages ?? [];
  const definition = definitions.find(({ name }) => name === message?.name);
  if (!moment || !message || !definition) return undefined;
  const now = message.due ?? context.now;
  const built = await definition.prepare(
    message.about,
    context.request,
  )?.({ ...context, now, isRehearsal: true });
  return built && 'text' in built ? asRehearsal(moment.line, built) : undefined;
}

/** Sentences about a rehearsal that was asked for. @param but why messages are missing, in sentences */
export function saidOfRehearsal(isAny: boolean, but: readonly string[]): string[] {
  const { nothing, onItsWay, onItsWayInPart } = say().rehearsal;
  if (but.length === 0) return [isAny ? onItsWay : nothing];
  return [...(isAny ? [onItsWayInPart] : []), ...but];
}

/** Marks a message as a rehearsal. @param line time, label and recipients, in mrkdwn */
export function asRehearsal(line: string, built: Wording): Wording {
  const { rehearsal } = say();
  const marked = rehearsal.mark(line).slice(0, 2_900);
  const text = rehearsal.text(built.text);
  const { file } = built;
  if (file) return { text, blocks: [], file: { ...file, comment: `${marked}\n${file.comment}` } };
  const mark = { type: 'context', elements: [{ type: 'mrkdwn', text: marked }] };
  return { text, blocks: [mark, ...built.blocks] };
}
