import type { z } from 'zod';
import type { NewMessage, PlannedMessage, Wording } from '../ledger/outbox/message.ts';
import type { Request } from '../ledger/requests/request.ts';
import { defineMessage, type MessageContext } from '../requests/define-message.ts';
import { type Moment, PlannedAbout } from './plan.ts';

interface ReminderDefinition<Extra extends object, R extends Request> {
  name: string;
  label(): string;
  /** Schema of the reminder's own data. */
  extra: z.ZodType<Extra>;
  is(request: Request): request is R;
  /** Builds the text on the day of sending; undefined if it is no longer needed. */
  build(about: PlannedAbout & Extra, context: MessageContext & { request: R }): Wording | undefined;
}

interface Reader extends Pick<NewMessage, 'recipient' | 'together' | 'heldFor'> {
  key: string;
}

/** Defines a message for a later time that depends on a person's day; `at` plans one. */
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
    at(
      { id }: { id: string },
      { step, due, about }: Moment,
      { key, ...reader }: Reader,
      extra: Extra,
    ): PlannedMessage {
      const purpose = `plan:${step}:${key}:${about.day}`;
      const { name } = definition;
      return { requestId: id, purpose, ...reader, name, about: { ...about, ...extra }, due, planned: true };
    },
  };
}
