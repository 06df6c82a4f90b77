import { ListUnreadable, TimedOut } from '../../onboarding/client/errors.ts';
import { explain } from '../../onboarding/explain.ts';
import { type Check, type Found, failure, ok, warning } from '../check.ts';
import type { AskService } from './ask-service.ts';
import { words } from './words.ts';

/** Whether the lists that the menus are filled from can be read to their end. */
export function serviceListsCheck({ client, sequences }: Pick<AskService, 'client' | 'sequences'>): Check {
  return {
    name: 'service-lists',
    title: (language) => words[language].lists.title,
    needs: ['service-role'],
    async look() {
      try {
        const [{ length }, { size }] = [await sequences(), await client.employees()];
        if (length === 0) return warning((language) => words[language].lists.noSequences(size));
        return ok((language) => words[language].lists.fine(size, length));
      } catch (error) {
        return unread(error);
      }
    },
  };
}

function unread(error: unknown): Found {
  if (!(error instanceof Error)) throw error;
  if (error instanceof TimedOut)
    return warning((language) => words[language].lists.slow(Math.round(error.limit / 1000)));
  const fault = error instanceof ListUnreadable ? error.fault : error.name;
  return failure((language) => words[language].lists.unreadable(explain(error, language)), fault);
}
