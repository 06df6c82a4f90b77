import { z } from 'zod';
import { defineMessage } from '../../../requests/define-message.ts';
import { paragraph } from '../../../slack/views/blocks.ts';
import { words } from '../words.ts';

/** How long those who are to be counted are collected, in milliseconds: many accounts are closed one after the other. */
export const collectedFor = 15 * 60_000;
/** How many are counted in one message at most: each of them is looked at before. */
export const mostCounted = 5_000;

/** To HR alone: so many are deactivated in Slack that nobody wants a message about each. Nobody's name. */
export const goneMany = defineMessage({
  name: 'people.gone.many',
  label: (language) => words[language].gone.label,
  about: z.object({ count: z.int() }),
  build({ count }, { language }) {
    const { many, whoTheyAre } = words[language].gone;
    const text = many(count);
    return { text, blocks: [paragraph(text), paragraph(whoTheyAre)] };
  },
});
