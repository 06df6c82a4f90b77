import type { Language } from '../../../language.ts';
import type { Found, SetupFacts, SetupStep } from '../../setup/step.ts';
import { words } from './words.ts';

/** What nobody has counted is not missing. */
function uncounted({ service }: SetupFacts, language: Language): Found {
  const { reading, notConnected, away } = words[language].uncounted;
  if (service.url === undefined) return { state: 'unknown', text: notConnected };
  return { state: 'unknown', text: service.trouble ? away : reading };
}

/** Who can be a manager or a buddy, or leave. */
export const peopleStep: SetupStep = {
  name: 'people',
  title: (language) => words[language].people.title,
  look(facts, language): Found {
    const { missing, done } = words[language].people;
    if (!facts.counted) return uncounted(facts, language);
    const { people } = facts.counted;
    return people === 0 ? { state: 'missing', text: missing } : { state: 'done', text: done(people) };
  },
  atTerminal: ({ service }, language) => words[language].people.atTerminal[service.isOwn ? 'own' : 'other'],
};

/** What people get to do. */
export const sequencesStep: SetupStep = {
  name: 'sequences',
  title: (language) => words[language].sequences.title,
  look(facts, language): Found {
    const { missing, done } = words[language].sequences;
    if (!facts.counted) return uncounted(facts, language);
    const { onboarding, offboarding, unsorted } = facts.counted.sequences;
    if (onboarding + offboarding + unsorted === 0) return { state: 'missing', text: missing };
    return { state: 'done', text: done(onboarding, offboarding, unsorted) };
  },
  atTerminal: ({ service }, language) =>
    words[language].sequences.atTerminal[service.isOwn ? 'own' : 'other'],
};
