import { isObject } from './check.ts';

/** Removes null and undefined fields, recursively: Slack reads null as absent. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, field]) => field !== null && field !== undefined);
  return Object.fromEntries(kept.map(([key, field]) => [key, withoutNulls(field)]));
}

/**
 * Blocks and options as Slack stores and returns them, with defaults written out: `emoji` of plain text, `verbatim`
 * of mrkdwn, `optional` and `dispatch_action` of inputs. So Slack's answer rarely equals what was sent.
 */
export function normalized(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalized);
  if (!isObject(value)) return value;
  const fields = Object.entries(value)
    .filter(([, field]) => field !== null && field !== undefined)
    .map(([key, field]) => [key, normalized(field)]);
  return { ...defaults(value), ...Object.fromEntries(fields) };
}

function defaults({ type, text, element }: Record<string, unknown>): object {
  if (type === 'plain_text' && typeof text === 'string') return { emoji: true };
  if (type === 'mrkdwn' && typeof text === 'string') return { verbatim: false };
  if (type === 'input' && isObject(element)) return { optional: false, dispatch_action: false };
  return {};
}
