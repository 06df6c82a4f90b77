import type { Language } from '../../language.ts';
import type { Found, SetupFacts } from './step.ts';
import { words } from './words.ts';

/** Result of a step whose count isn't known: `unknown`, not `missing`. */
export function uncounted({ service }: Pick<SetupFacts, 'service'>, language: Language): Found {
  const { reading, notConnected, away } = words[language].uncounted;
  if (service.url === undefined) return { state: 'unknown', text: notConnected };
  return { state: 'unknown', text: service.trouble ? away : reading };
}
