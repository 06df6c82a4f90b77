import { type Check, failure, ok, unchecked, warning } from '../check.ts';
import type { AskSlack } from './ask-slack.ts';
import { say } from './messages.ts';

/** Scopes without which Frontdesk is useless; the others only limit it. */
const vital = new Set(['commands', 'chat:write', 'users:read', 'users:read.email']);

/**
 * Checks the token for the scopes in `manifest.yml`: after an update it lacks new ones until the app is reinstalled.
 */
export function scopesCheck({ identity }: Pick<AskSlack, 'identity'>): Check {
  return {
    name: 'slack-permissions',
    title: () => say().scopes.title,
    needs: ['slack-token'],
    async look() {
      const { scopes } = await identity();
      if (!scopes) return unchecked(() => say().scopes.unknown);
      const missing = wanted.filter((scope) => !scopes.includes(scope));
      if (missing.length === 0) return ok(() => say().scopes.fine(wanted.length));
      const lacking = () => say().scopes.missing(missing.map((scope) => named(scope)));
      return missing.some((scope) => vital.has(scope))
        ? failure(lacking, missing.join(' '))
        : warning(lacking);
    },
  };
}

type Scope = keyof ReturnType<typeof say>['scopes']['purposes'];

const wanted = Object.keys(say().scopes.purposes) as Scope[];

function named(scope: Scope): string {
  const { one, purposes } = say().scopes;
  return one(scope, purposes[scope]);
}
