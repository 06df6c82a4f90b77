import type { Addition } from '../../../contract/paths.ts';
import { tryWithin } from '../../../time/clock.ts';
import type { Bot } from '../../bot.ts';
import type { Feature } from '../../feature.ts';
import { type Found, type SetupStep, uncounted, wayOf } from '../../health/setup-step.ts';
import { row } from '../../slack/views/blocks.ts';
import { say } from './messages.ts';
import { makeWindow, renameWindow } from './names.ts';
import { sequenceWindow } from './sequence.ts';
import { startersWindow, starterWindow } from './starters.ts';
import { taskWindow } from './task.ts';
import { listWindow, places } from './windows.ts';

/** Lets HR create and edit sequences, if the connected service supports it (our own does). */
export function sequencesFeature(services: Bot): Feature {
  return {
    listeners: [
      ...[listWindow, sequenceWindow, taskWindow].flatMap((window) => window.listeners(services)),
      ...[makeWindow, renameWindow, startersWindow, starterWindow].flatMap((window) =>
        window.listeners(services),
      ),
    ],
    settings: async ({ role }) =>
      role === 'hr' && (await isOffered(services)) ? row(places.list.button({}, say().titles.list)) : [],
  };
}

/** How long App Home waits for the service's list of additions, in milliseconds. It is usually cached. */
const patience = 500;

const needed: readonly Addition[] = ['sequences', 'newSequence', 'sequence', 'starters'];

/** Whether the connected service supports editing sequences. Falls back to the last known answer if it is slow. */
async function isOffered({ additions, clock }: Bot) {
  const names = (await tryWithin(clock, patience, additions.offered())) ?? additions.known();
  return needed.every((name) => names.has(name));
}

export const sequencesStep: SetupStep = {
  name: 'sequences',
  title: () => say().titles.list,
  look(facts): Found {
    const { missing, done } = say().setup;
    if (!facts.counted) return uncounted(facts);
    const { onboarding, offboarding, unsorted } = facts.counted.sequences;
    const count = onboarding + offboarding + unsorted;
    if (count > 0) return { state: 'done', text: done(onboarding, offboarding, unsorted) };
    const way = wayOf(facts, needed);
    return {
      state: 'missing',
      text: missing[way],
      ...(way === 'slack' && { buttons: [places.starters.button({}, say().setup.choose)] }),
    };
  },
  atTerminal: (facts) => say().setup.atTerminal[facts.service.isOwn ? 'own' : wayOf(facts, needed)],
};
