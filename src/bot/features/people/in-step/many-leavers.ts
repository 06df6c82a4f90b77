import { z } from 'zod';
import { defineMessage } from '../../../requests/define-message.ts';
import { paragraph } from '../../../slack/views/blocks.ts';
import { say } from '../messages.ts';

/**
 * How long leavers are collected before they are counted, in milliseconds: accounts are closed one after the other.
 */
export const collectedFor = 15 * 60_000;
/** Limit of people counted in one message: each one is looked up first. */
export const mostCounted = 5_000;

/** To HR only: a count of deactivated accounts, if there are too many for single messages. Contains no names. */
export const goneMany = defineMessage({
  name: 'people.gone.many',
  label: () => say().gone.label,
  about: z.object({ count: z.int() }),
  build({ count }) {
    const { many, whoTheyAre } = say().gone;
    const text = many(count);
    return { text, blocks: [paragraph(text), paragraph(whoTheyAre)] };
  },
});
