import type { Language } from '../../../language.ts';
import { type Check, failure, ok, unchecked, warning } from '../check.ts';
import type { AskSlack } from './ask-slack.ts';
import { words } from './words.ts';

/** Scopes without which Frontdesk is useless; the others only limit it. */
const vital = new Set(['commands', 'chat:write', 'users:read', 'users:read.email']);

/**
 * Checks the token for the scopes in `manifest.yml`: after an update it lacks new ones until the app is reinstalled.
 */
export function scopesCheck({ identity }: Pick<AskSlack, 'identity'>): Check {
  return {
    name: 'slack-permissions',
    title: (language) => words[language].scopes.title,
    needs: ['slack-token'],
    async look() {
      const { scopes } = await identity();
      if (!scopes) return unchecked((language) => words[language].scopes.unknown);
      const missing = wanted.filter((scope) => !scopes.includes(scope));
      if (missing.length === 0) return ok((language) => words[language].scopes.fine(wanted.length));
      const say = (language: Language) =>
        words[language].scopes.missing(missing.map((scope) => named(scope, language)));
      return missing.some((scope) => vital.has(scope)) ? failure(say, missing.join(' ')) : warning(say);
    },
  };
}

type Scope = keyof (typeof words)['en']['scopes']['purposes'];

const wanted = Object.keys(words.en.scopes.purposes) as Scope[];

function named(scope: Scope, language: Language): string {
  const { one, purposes } = words[language].scopes;
  return one(scope, purposes[scope]);
}
