import { ListUnreadable, Refused, TimedOut } from '../../onboarding/client/errors.ts';
import { explain } from '../../onboarding/outage.ts';
import { type Check, type Found, failure, ok, unchecked, warning } from '../check.ts';
import { say as sayChecks } from '../messages.ts';
import type { AskService } from './ask-service.ts';
import { say } from './messages.ts';

type Asked = Pick<AskService, 'hasToken' | 'sequences'>;

/** Checks whether the service accepts the token. */
export function serviceTokenCheck({ hasToken, sequences }: Asked): Check {
  return {
    name: 'service-token',
    title: () => say().token.title,
    needs: ['service'],
    async look() {
      if (!hasToken) return failure(() => say().token.none);
      const answer = await answerTo(sequences);
      if (answer === 'token') return failure(() => say().token.unknown, answer);
      return answer === 'other' ? notTold() : ok(() => say().token.fine);
    },
  };
}

export function serviceRoleCheck({ sequences }: Asked): Check {
  return {
    name: 'service-role',
    title: () => say().role.title,
    needs: ['service-token'],
    async look() {
      const answer = await answerTo(sequences);
      if (answer === 'permission') return failure(() => say().role.missing, answer);
      return answer === 'other' ? notTold() : ok(() => say().role.fine);
    },
  };
}

/** The lists failed for another reason, so the service gave no verdict on the token. */
function notTold() {
  return unchecked(() => sayChecks().comesFirst(say().lists.title));
}

async function answerTo(sequences: Asked['sequences']): Promise<'read' | 'token' | 'permission' | 'other'> {
  try {
    await sequences();
    return 'read';
  } catch (error) {
    const reason = error instanceof Refused ? error.reason : undefined;
    return reason === 'token' || reason === 'permission' ? reason : 'other';
  }
}

/**
 * Guesses the service's version from its endpoints, and what that version lacks. Writes nothing and needs no token.
 * @param allowsAdmins whether a service that creates only administrators may be used
 */
export function serviceVersionCheck(
  { endpoints, additions }: Pick<AskService, 'endpoints' | 'additions'>,
  allowsAdmins: boolean,
): Check {
  return {
    name: 'service-version',
    title: () => say().version.title,
    needs: ['service'],
    async look() {
      const has = await endpoints().catch(() => undefined);
      if (!has) return unchecked(() => say().version.unknown);
      if ((await additions().catch(() => new Set())).size > 0) return ok(() => say().version.own);
      if (has.users && has.offboarding) return ok(() => say().version.newest);
      if (has.users) return warning(() => say().version.noOffboarding);
      if (!has.newHires) return failure(() => say().version.neither);
      return allowsAdmins
        ? warning(() => say().version.onlyOldAllowed)
        : failure(() => say().version.onlyOld, 'old');
    },
  };
}

/** Checks whether the lists for menus can be read to their end. */
export function serviceListsCheck(
  service: Pick<AskService, 'client' | 'sequences' | 'hasToken' | 'patience'>,
): Check {
  return {
    name: 'service-lists',
    title: () => say().lists.title,
    needs: ['service'],
    async look() {
      if (!service.hasToken) return after('token');
      try {
        const [{ length }, { size }] = [await service.sequences(), await service.client.employees()];
        if (length === 0) return warning(() => say().lists.noSequences(size));
        return ok(() => say().lists.fine(size, length));
      } catch (error) {
        return unread(error, service.patience);
      }
    },
  };
}

function unread(error: unknown, patience: number): Found {
  if (!(error instanceof Error)) throw error;
  if (error instanceof Refused && error.reason === 'token') return after('token');
  if (error instanceof Refused && error.reason === 'permission') return after('role');
  if (error instanceof TimedOut || (error instanceof ListUnreadable && error.fault === 'tooSlow')) {
    const seconds = Math.round(patience / 1000);
    return warning(() => say().lists.slow(seconds));
  }
  const fault = error instanceof ListUnreadable ? error.fault : error.name;
  return failure(() => say().lists.unreadable(explain(error)), fault);
}

function after(check: 'token' | 'role'): Found {
  return unchecked(() => sayChecks().comesFirst(say()[check].title));
}
