import { say } from './messages.ts';
import type { Found, SetupFacts } from './step.ts';

/** Result of a step whose count isn't known: `unknown`, not `missing`. */
export function uncounted({ service }: Pick<SetupFacts, 'service'>): Found {
  const { reading, notConnected, away } = say().uncounted;
  if (service.url === undefined) return { state: 'unknown', text: notConnected };
  return { state: 'unknown', text: service.trouble ? away : reading };
}
