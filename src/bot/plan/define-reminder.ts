import type { z } from 'zod';
import type { Language } from '../../language.ts';
import type { Recipient, Wording } from '../ledger/outbox/message.ts';
import type { PlannedMessage } from '../ledger/planning/write-plan.ts';
import type { Request } from '../ledger/requests/request.ts';
import { defineMessage, type MessageContext } from '../requests/define-message.ts';
import { type Moment, PlannedAbout } from './plan.ts';

interface ReminderDefinition<Extra extends object, R extends Request> {
  name: string;
  label(language: Language): string;
  /** What is stored of it beside what is stored of each. */
  extra: z.ZodType<Extra>;
  is(request: Request): request is R;
  /** What it says on the day on which it is sent; undefined where nobody needs it any more. */
  build(about: PlannedAbout & Extra, context: MessageContext & { request: R }): Wording | undefined;
}

/** To whom a reminder goes. */
interface Reader {
  /** Tells readers of the same moment apart, without anybody's name. */
  key: string;
  recipient: Recipient;
}

/** Defines a message for a later time, which follows from somebody's day. @returns it, with `at` to plan one */
export function defineReminder<Extra extends object, R extends Request>(
  definition: ReminderDefinition<Extra, R>,
) {
  const { message: _message, ...defined } = defineMessage<PlannedAbout & Extra, R>({
    ...definition,
    about: PlannedAbout.and(definition.extra),
  });
  return {
    ...defined,
    isReminder: true as const,
    /** One for each reader, once for each day that the request may have. */
    at(
      { id }: { id: string },
      { step, due, about }: Moment,
      { key, recipient }: Reader,
      extra: Extra,
    ): PlannedMessage {
      const purpose = `plan:${step}:${key}:${about.day}`;
      const { name } = definition;
      return { requestId: id, purpose, recipient, name, about: { ...about, ...extra }, due, planned: true };
    },
  };
}
