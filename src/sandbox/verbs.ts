import { z } from 'zod';
import type { ConfirmDialog, Menu } from './screen.ts';

/** Where an element stands: in a modal, in the Home tab, or in a message. */
export const Place = z.discriminatedUnion('in', [
  z.strictObject({ in: z.literal('view'), viewId: z.string() }),
  z.strictObject({ in: z.literal('home') }),
  z.strictObject({ in: z.literal('message'), channel: z.string(), ts: z.string() }),
]);
export type Place = z.infer<typeof Place>;

const element = { place: Place, blockId: z.string(), actionId: z.string() };

/**
 * Everything a person can do in Slack, as the page posts it and the test driver calls it.
 *
 * `input` puts a value into any element that has one: text as it stands in the box, `YYYY-MM-DD` for a date, `HH:mm`
 * for a time, an option's value for a menu (of a menu that loads its options: one of those it showed last), ids for
 * people and channels, an array where several can be chosen, null to clear. `enter` says that the text ended with the
 * Enter key. `confirmed` answers the element's confirmation dialog, which is the outcome as long as it is missing.
 */
export const Verb = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('command'), text: z.string(), channel: z.string() }),
  z.strictObject({ verb: z.literal('shortcut'), callbackId: z.string() }),
  z.strictObject({
    verb: z.literal('messageShortcut'),
    callbackId: z.string(),
    channel: z.string(),
    ts: z.string(),
  }),
  z.strictObject({ verb: z.literal('openHome') }),
  z.strictObject({ verb: z.literal('postMessage'), channel: z.string(), text: z.string() }),
  z.strictObject({
    verb: z.literal('input'),
    ...element,
    value: z.union([z.string(), z.array(z.string()), z.null()]),
    enter: z.boolean().optional(),
    confirmed: z.boolean().optional(),
  }),
  z.strictObject({ verb: z.literal('suggest'), ...element, query: z.string() }),
  z.strictObject({ verb: z.literal('press'), ...element, confirmed: z.boolean().optional() }),
  z.strictObject({ verb: z.literal('submit'), viewId: z.string() }),
  z.strictObject({ verb: z.literal('close'), viewId: z.string() }),
  z.strictObject({ verb: z.literal('closeAll') }),
  z.strictObject({ verb: z.literal('dismiss'), noticeId: z.string() }),
]);
export type Verb = z.infer<typeof Verb>;

/** What came of a verb, as soon as the app has answered or its time is over. */
export type Outcome =
  /** Done; nothing had to be sent, or the app has acknowledged it. */
  | { outcome: 'done' }
  /** The app did not answer in 3 seconds, or answered with an error; `text` is what the person reads. */
  | { outcome: 'no response'; text: string }
  /** Slack itself says no: no such command, not a member of the channel, no view to submit. */
  | { outcome: 'refused'; text: string }
  /** A dialog asks first; repeat the verb with `confirmed`. */
  | { outcome: 'confirm'; dialog: ConfirmDialog }
  | { outcome: 'menu'; menu: Menu }
  /** A submission: the modal went away, changed, or got another one on top; or inputs are wrong (by block id). */
  | { outcome: 'closed' }
  | { outcome: 'updated' }
  | { outcome: 'pushed' }
  | { outcome: 'errors'; errors: Record<string, string> };
