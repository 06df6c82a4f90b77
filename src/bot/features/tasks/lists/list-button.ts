import type { Button } from '@slack/types';
import { z } from 'zod';
import { plain } from '../../../slack/views/blocks.ts';
import { actions } from '../ids.ts';

/** Which tasks a list has: one's own, all that are overdue, or those that follow from a request. */
export const Scope = z.discriminatedUnion('of', [
  z.object({ of: z.literal('own') }),
  z.object({ of: z.literal('overdue') }),
  z.object({ of: z.literal('request'), id: z.string() }),
]);
export type Scope = z.infer<typeof Scope>;

/** Opens a list. */
export function listButton(scope: Scope, text: string): Button {
  return { type: 'button', action_id: actions.list, text: plain(text), value: JSON.stringify(scope) };
}
