import { type Found, type SetupFacts, type SetupStep, uncounted } from '../../health/setup-step.ts';
import { importWindow } from './import.ts';
import { say } from './messages.ts';

export const peopleStep: SetupStep = {
  name: 'people',
  title: () => say().setup.title,
  look(facts): Found {
    const { missing, done } = say().setup;
    if (!facts.counted) return uncounted(facts);
    const { people } = facts.counted;
    if (people > 0) return { state: 'done', text: done(people) };
    const way = wayOf(facts);
    return {
      state: 'missing',
      text: missing[way],
      ...(way === 'slack' && { buttons: [importWindow.button({}, { text: say().title })] }),
    };
  },
  atTerminal: (facts) => say().setup.atTerminal[facts.service.isOwn ? 'own' : wayOf(facts)],
};

/** Where people can be added. Our own service's abilities aren't known before it was asked. */
function wayOf({ additions, service }: SetupFacts): 'slack' | 'own' | 'other' {
  if (additions.has('people')) return 'slack';
  return service.isOwn ? 'own' : 'other';
}
