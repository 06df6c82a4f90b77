import { ListUnreadable, Refused, TimedOut } from '../../onboarding/client/errors.ts';
import { explain } from '../../onboarding/explain.ts';
import { type Check, type Found, failure, ok, unchecked, warning } from '../check.ts';
import { say as sayChecks } from '../messages.ts';
import type { AskService } from './ask-service.ts';
import { say } from './messages.ts';

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

/** @param patience time limit for a list, in milliseconds */
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
