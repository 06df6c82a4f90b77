import type { Button } from '@slack/types';
import type { Language } from '../../../language.ts';
import type { Found, SetupFacts, SetupStep } from '../../setup/step.ts';
import { uncounted } from '../../setup/uncounted.ts';
import { plain } from '../../slack/views/blocks.ts';
import { actions } from './ids.ts';
import { areOffered } from './offer.ts';
import { words } from './words.ts';

/** Setup step: the service needs sequences to assign. */
export const sequencesStep: SetupStep = {
  name: 'sequences',
  title: (language) => words[language].titles.list,
  look(facts, language): Found {
    const { missing, done } = words[language].setup;
    if (!facts.counted) return uncounted(facts, language);
    const { onboarding, offboarding, unsorted } = facts.counted.sequences;
    const count = onboarding + offboarding + unsorted;
    if (count > 0) return { state: 'done', text: done(onboarding, offboarding, unsorted) };
    const way = wayOf(facts);
    return { state: 'missing', text: missing[way], ...(way === 'slack' && { buttons: [opens(language)] }) };
  },
  atTerminal: (facts, language) =>
    words[language].setup.atTerminal[facts.service.isOwn ? 'own' : wayOf(facts)],
};

function opens(language: Language): Button {
  return { type: 'button', action_id: actions.starters, text: plain(words[language].setup.choose) };
}

/** Where sequences can be created. Our own service's abilities aren't known before it was asked. */
function wayOf({ additions, service }: SetupFacts): 'slack' | 'own' | 'other' {
  if (areOffered(additions)) return 'slack';
  return service.isOwn ? 'own' : 'other';
}
