import type { Addition } from '../../../contract/paths.ts';
import { within } from '../../../time/clock.ts';
import type { Bot } from '../../bot.ts';
import { type Found, type SetupFacts, type SetupStep, uncounted } from '../../health/setup-step.ts';
import { say } from './messages.ts';
import { opens } from './windows.ts';

export const sequencesStep: SetupStep = {
  name: 'sequences',
  title: () => say().titles.list,
  look(facts): Found {
    const { missing, done } = say().setup;
    if (!facts.counted) return uncounted(facts);
    const { onboarding, offboarding, unsorted } = facts.counted.sequences;
    const count = onboarding + offboarding + unsorted;
    if (count > 0) return { state: 'done', text: done(onboarding, offboarding, unsorted) };
    const way = wayOf(facts);
    return {
      state: 'missing',
      text: missing[way],
      ...(way === 'slack' && { buttons: [opens.starters(say().setup.choose)] }),
    };
  },
  atTerminal: (facts) => say().setup.atTerminal[facts.service.isOwn ? 'own' : wayOf(facts)],
};

/** Where sequences can be created. Our own service's abilities aren't known before it was asked. */
function wayOf({ additions, service }: SetupFacts): 'slack' | 'own' | 'other' {
  if (areOffered(additions)) return 'slack';
  return service.isOwn ? 'own' : 'other';
}

/** How long App Home waits for the service's list of additions, in milliseconds. It is usually cached. */
const patience = 500;

const needed: readonly Addition[] = ['sequences', 'newSequence', 'sequence', 'starters'];

/** Whether the connected service supports editing sequences. Falls back to the last known answer if it is slow. */
export async function isOffered({ additions, clock }: Pick<Bot, 'additions' | 'clock'>) {
  const asked = additions.offered().catch(() => undefined);
  const names = (await within(clock, patience, asked)) ?? additions.known();
  return areOffered(names);
}

/** Whether these additions suffice for editing sequences. */
function areOffered(names: ReadonlySet<Addition>): boolean {
  return needed.every((name) => names.has(name));
}
