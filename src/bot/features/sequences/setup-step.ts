import type { Button } from '@slack/types';
import type { Found, SetupFacts, SetupStep } from '../../setup/step.ts';
import { uncounted } from '../../setup/uncounted.ts';
import { plain } from '../../slack/views/blocks.ts';
import { actions } from './ids.ts';
import { say } from './messages.ts';
import { areOffered } from './offer.ts';

/** Setup step: the service needs sequences to assign. */
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
    return { state: 'missing', text: missing[way], ...(way === 'slack' && { buttons: [opens()] }) };
  },
  atTerminal: (facts) => say().setup.atTerminal[facts.service.isOwn ? 'own' : wayOf(facts)],
};

function opens(): Button {
  return { type: 'button', action_id: actions.starters, text: plain(say().setup.choose) };
}

/** Where sequences can be created. Our own service's abilities aren't known before it was asked. */
function wayOf({ additions, service }: SetupFacts): 'slack' | 'own' | 'other' {
  if (areOffered(additions)) return 'slack';
  return service.isOwn ? 'own' : 'other';
}
