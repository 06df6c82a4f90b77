import { type Check, failure, ok, unchecked, warning } from '../check.ts';
import type { AskService } from './ask-service.ts';
import { words } from './words.ts';

/**
 * Guesses the service's version from its endpoints, and what that version lacks. Writes nothing and needs no token.
 * @param allowsAdmins whether a service that creates only administrators may be used
 */
export function serviceVersionCheck(
  { endpoints }: Pick<AskService, 'endpoints'>,
  allowsAdmins: boolean,
): Check {
  return {
    name: 'service-version',
    title: (language) => words[language].version.title,
    needs: ['service'],
    async look() {
      const has = await endpoints();
      if (!has) return unchecked((language) => words[language].version.unknown);
      if (has.users && has.additions) return ok((language) => words[language].version.own);
      if (has.users && has.offboarding) return ok((language) => words[language].version.newest);
      if (has.users) return warning((language) => words[language].version.noOffboarding);
      if (!has.newHires) return failure((language) => words[language].version.neither);
      return allowsAdmins
        ? warning((language) => words[language].version.onlyOldAllowed)
        : failure((language) => words[language].version.onlyOld, 'old');
    },
  };
}
