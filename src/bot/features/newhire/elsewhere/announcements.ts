import { z } from 'zod';
import type { AskedAbout } from '../../../ledger/elsewhere/compare.ts';
import { askingPurpose } from '../../../ledger/elsewhere/unsettled.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import type { NewHireDeps } from '../deps.ts';
import { askingMessage, importedMessage } from './asking.ts';
import { whoIsNow } from './who.ts';

const Asked = z.object({ reference: z.string() });
const Imported = z.object({ count: z.int() });

type TellingDeps = Pick<NewHireDeps, 'ledger' | 'directory' | 'settings' | 'clock'>;

/** Longest wait for a fresh list before HR is asked about a person, and the delay before a retry, in milliseconds. */
const patience = 10_000;
const again = 30_000;

/**
 * Messages to HR about people added without a request. They hold references only, and get the names when they're
 * sent.
 */
export function defineElsewhere(deps: TellingDeps) {
  const isWanted = () => deps.settings().reminders.addedElsewhere;

  const asked = defineMessage({
    name: 'newhire.elsewhere',
    about: Asked,
    async build({ reference }, { now }) {
      const found = await deps.ledger.elsewhere.find(reference);
      if (!found || found.decided || !isWanted()) return undefined;
      const who = await whoIsNow(found, deps, patience);
      if (who.kind === 'there') return askingMessage(reference, who.person);
      return who.kind === 'unread' ? { later: new Date(now.getTime() + again) } : undefined;
    },
  });

  const imported = defineMessage({
    name: 'newhire.imported',
    about: Imported,
    build: ({ count }) => (isWanted() ? importedMessage(count) : undefined),
  });

  const toHr = (purpose: string) => ({ purpose, recipient: { hr: true } as const });
  const telling: AskedAbout = {
    each: (references) =>
      references.map((reference) => asked.message(toHr(askingPurpose(reference)), { reference })),
    imported: (reference, count) => [imported.message(toHr(askingPurpose(reference)), { count })],
  };

  return {
    messages: [asked, imported],
    /** Undefined if HR has turned these messages off. */
    telling: () => (isWanted() ? telling : undefined),
  };
}
