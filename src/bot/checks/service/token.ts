import { Refused } from '../../onboarding/client/errors.ts';
import { type Check, failure, ok, unchecked } from '../check.ts';
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

/** Checks whether the token is an administrator's: others have no access. */
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
