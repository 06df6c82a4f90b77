import { createHash } from 'node:crypto';
import { z } from 'zod';
import { commonLanguage, inEachLanguage } from '../../../language.ts';
import type { Result } from '../../checks/check.ts';
import type { NewMessage } from '../../ledger/outbox/enqueue.ts';
import { defineMessage } from '../../requests/define-message.ts';
import { note, paragraph } from '../../slack/views/blocks.ts';
import { keyOf } from './news.ts';
import { troubleBlock } from './page.ts';
import { words } from './words.ts';

/** Troubles as the check said them, in each language: by the time it is sent another check could say something else. */
const Said = z.array(z.object({ title: z.string(), what: z.string(), todo: z.string().optional() }));

/** The most that are told at once: Slack takes fifty blocks. */
const most = 20;

/** To HR: what newly fails, and what to do about it. */
export const reportMessage = defineMessage({
  name: 'checkup.report',
  label: (language) => words[language].report.label,
  about: z.object({ count: z.int(), said: z.record(z.string(), Said) }),
  build({ count, said }, { language }) {
    const { text, after } = words[language].report;
    const troubles = said[language] ?? said[commonLanguage] ?? [];
    return {
      text: text(count),
      blocks: [paragraph(text(count)), ...troubles.map(troubleBlock), note(after)],
    };
  },
});

/** The report about some results of a day. The same ones make the same message, whichever process thinks of it. */
export function reportOf(results: readonly Result[], day: string): NewMessage {
  const said = inEachLanguage((language) =>
    results.slice(0, most).map(({ title, say }) => ({ title: title(language), ...say(language) })),
  );
  const which = createHash('sha256')
    .update(results.map(keyOf).sort().join('\n'))
    .digest('base64url')
    .slice(0, 16);
  return reportMessage.message(
    { purpose: `checkup of ${day} ${which}`, recipient: { hr: true } },
    { count: results.length, said },
  );
}
