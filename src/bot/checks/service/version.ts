import { type Check, failure, ok, unchecked, warning } from '../check.ts';
import type { AskService } from './ask-service.ts';
import { say } from './messages.ts';

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
    title: () => say().version.title,
    needs: ['service'],
    async look() {
      const has = await endpoints();
      if (!has) return unchecked(() => say().version.unknown);
      if (has.users && has.additions) return ok(() => say().version.own);
      if (has.users && has.offboarding) return ok(() => say().version.newest);
      if (has.users) return warning(() => say().version.noOffboarding);
      if (!has.newHires) return failure(() => say().version.neither);
      return allowsAdmins
        ? warning(() => say().version.onlyOldAllowed)
        : failure(() => say().version.onlyOld, 'old');
    },
  };
}
