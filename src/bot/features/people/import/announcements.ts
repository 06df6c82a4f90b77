import { z } from 'zod';
import { defineMessage } from '../../../requests/define-message.ts';
import { outcomePage } from '../../../requests/result-views.ts';
import { paragraph } from '../../../slack/views/blocks.ts';
import type { Imports } from '../../../storage/people/imports.ts';
import { say } from '../messages.ts';
import { openRow } from './pages.ts';

export type ImportMessages = ReturnType<typeof defineImportMessages>;

export function defineImportMessages(imports: Pick<Imports, 'find'>) {
  const about = z.object({ id: z.string() });

  async function saidOf(id: string) {
    const stored = await imports.find(id);
    if (!stored) return undefined;
    const { summary, tryAgain, stopped } = say().imported;
    const isWhole = stored.hasEnded && stored.unknown === 0 && stored.remaining === 0;
    const text = isWhole ? summary(stored) : `${stopped} ${summary(stored)}`;
    return { text, blocks: [paragraph(text), ...(isWhole ? [] : [openRow(tryAgain)])] };
  }

  return {
    toPerson: defineMessage({
      name: 'people.imported',
      label: () => say().imported.label,
      about,
      build: ({ id }) => saidOf(id),
    }),
    /** Replaces the "importing" page if the process that ran it was lost. */
    inWindow: defineMessage({
      name: 'people.imported.window',
      about,
      async build({ id }) {
        const said = await saidOf(id);
        return said && { text: '', blocks: [outcomePage(say().title, said.blocks)] };
      },
    }),
  };
}
