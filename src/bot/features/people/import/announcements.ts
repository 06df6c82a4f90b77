import { z } from 'zod';
import type { NewMessage } from '../../../ledger/outbox/enqueue.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import { paragraph } from '../../../slack/views/blocks.ts';
import type { Imports } from '../../../storage/people/imports.ts';
import { words } from '../words.ts';
import { openRow } from './pages.ts';

/** To whoever began an import: how far it came, as it stands when the message is sent. */
export function defineImported(imports: Pick<Imports, 'find'>) {
  return defineMessage({
    name: 'people.imported',
    label: (language) => words[language].imported.label,
    about: z.object({ id: z.string() }),
    async build({ id }, { language }) {
      const stored = await imports.find(id);
      if (!stored) return undefined;
      const { summary, tryAgain, stopped } = words[language].imported;
      const isWhole = stored.hasEnded && stored.unknown === 0 && stored.remaining === 0;
      const text = isWhole ? summary(stored) : `${stopped} ${summary(stored)}`;
      return { text, blocks: [paragraph(text), ...(isWhole ? [] : [openRow(tryAgain)])] };
    },
  });
}

/** The message, to be sent at that instant, unless it is written down for another one before. */
export function importedMessage(
  definition: ReturnType<typeof defineImported>,
  { id, userId, due }: { id: string; userId: string; due?: Date },
): NewMessage {
  const address = { purpose: `import ${id}`, recipient: { channel: userId } };
  return definition.message({ ...address, ...(due && { due }) }, { id });
}
