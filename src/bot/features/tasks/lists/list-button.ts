import type { Button } from '@slack/types';
import { z } from 'zod';
import { plain } from '../../../slack/views/blocks.ts';
import { actions } from '../ids.ts';

export const Scope = z.discriminatedUnion('of', [
  z.object({ of: z.literal('own') }),
  z.object({ of: z.literal('overdue') }),
  z.object({ of: z.literal('request'), id: z.string() }),
]);
export type Scope = z.infer<typeof Scope>;

/** @returns a button that opens a list */
export function listButton(scope: Scope, text: string): Button {
  return { type: 'button', action_id: actions.list, text: plain(text), value: JSON.stringify(scope) };
}
