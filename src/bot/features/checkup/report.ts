import { createHash } from 'node:crypto';
import { z } from 'zod';
import { commonLanguage, currentLanguage, inEachLanguage } from '../../../language.ts';
import type { Result } from '../../health/check.ts';
import type { NewMessage } from '../../ledger/outbox/enqueue.ts';
import { defineMessage } from '../../requests/define-message.ts';
import { note, paragraph } from '../../slack/views/blocks.ts';
import { say } from './messages.ts';
import { troubleBlock } from './window.ts';

/**
 * Texts of the problems in each language, stored as the check produced them: a later check could say something else.
 */
const Said = z.array(z.object({ title: z.string(), what: z.string(), todo: z.string().optional() }));

/** The most problems in one message: Slack allows 50 blocks. */
const most = 20;

export const reportMessage = defineMessage({
  name: 'checkup.report',
  label: () => say().report.label,
  about: z.object({ count: z.int(), said: z.record(z.string(), Said) }),
  build({ count, said }) {
    const { text, after } = say().report;
    const troubles = said[currentLanguage()] ?? said[commonLanguage] ?? [];
    return {
      text: text(count),
      blocks: [paragraph(text(count)), ...troubles.map(troubleBlock), note(after)],
    };
  },
});

export function reportOf(results: readonly Result[], day: string): NewMessage {
  const said = inEachLanguage(() =>
    results.slice(0, most).map((result) => ({ title: result.title(), ...result.say() })),
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

/** Stable fingerprint of a problem: the check's name and the subject it is about. */
export function keyOf({ name, about }: Pick<Result, 'name' | 'about'>): string {
  return about === undefined ? name : `${name} ${about}`;
}
