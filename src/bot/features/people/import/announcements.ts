import { z } from 'zod';
import type { Language } from '../../../../language.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import { outcomePage } from '../../../requests/result-views.ts';
import { paragraph } from '../../../slack/views/blocks.ts';
import type { Imports } from '../../../storage/people/imports.ts';
import { words } from '../words.ts';
import { openRow } from './pages.ts';

export type ImportMessages = ReturnType<typeof defineImportMessages>;

/** Result of an import, for its requester and their window. Built at sending time from the stored progress. */
export function defineImportMessages(imports: Pick<Imports, 'find'>) {
  const about = z.object({ id: z.string() });

  async function saidOf(id: string, language: Language) {
    const stored = await imports.find(id);
    if (!stored) return undefined;
    const { summary, tryAgain, stopped } = words[language].imported;
    const isWhole = stored.hasEnded && stored.unknown === 0 && stored.remaining === 0;
    const text = isWhole ? summary(stored) : `${stopped} ${summary(stored)}`;
    return { text, blocks: [paragraph(text), ...(isWhole ? [] : [openRow(tryAgain)])] };
  }

  return {
    toPerson: defineMessage({
      name: 'people.imported',
      label: (language) => words[language].imported.label,
      about,
      build: ({ id }, { language }) => saidOf(id, language),
    }),
    /** Replaces the "importing" page if the process that ran it was lost. */
    inWindow: defineMessage({
      name: 'people.imported.window',
      about,
      async build({ id }, { language }) {
        const said = await saidOf(id, language);
        return said && { text: '', blocks: [outcomePage(words[language].title, said.blocks, language)] };
      },
    }),
  };
}
