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

/**
 * Texts of the problems in each language, stored as the check produced them: a later check could say something else.
 */
const Said = z.array(z.object({ title: z.string(), what: z.string(), todo: z.string().optional() }));

/** The most problems in one message: Slack allows 50 blocks. */
const most = 20;

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

/**
 * Builds the daily report. Equal results on the same day give the same purpose, so two processes can't report twice.
 * @param day ISO date
 */
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
