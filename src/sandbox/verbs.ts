import { z } from 'zod';
import type { ConfirmDialog, Menu } from './screen.ts';

export const Place = z.discriminatedUnion('in', [
  z.strictObject({ in: z.literal('view'), viewId: z.string() }),
  z.strictObject({ in: z.literal('home') }),
  z.strictObject({ in: z.literal('message'), channel: z.string(), ts: z.string() }),
]);
export type Place = z.infer<typeof Place>;

const element = { place: Place, blockId: z.string(), actionId: z.string() };

/**
 * Every action a person can take in Slack, for the page and the test driver.
 * - `value`: text as typed, `YYYY-MM-DD` for a date, `HH:mm` for a time, an option's value for a menu (if it loads
 *   its options, one of those shown last), ids for people and channels, an array for multiple choice, null to clear.
 * - `enter`: the text ended with the Enter key.
 * - `confirmed`: answer to the element's confirmation dialog; without it, that dialog is the outcome.
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

/** Result of a verb, once the app has answered or timed out. */
export type Outcome =
  /** Nothing had to be sent, or the app has acknowledged it. */
  | { outcome: 'done' }
  /** The app timed out or answered with an error; `text` is shown to the person. */
  | { outcome: 'no response'; text: string }
  /** Slack's own refusal: unknown command, not a member of the channel, no view to submit. */
  | { outcome: 'refused'; text: string }
  /** Confirmation required; repeat the verb with `confirmed`. */
  | { outcome: 'confirm'; dialog: ConfirmDialog }
  | { outcome: 'menu'; menu: Menu }
  /** Outcomes of a submission: the modal closed, changed or got another on top, or inputs are wrong. */
  | { outcome: 'closed' }
  | { outcome: 'updated' }
  | { outcome: 'pushed' }
  | { outcome: 'errors'; errors: Record<string, string> };
