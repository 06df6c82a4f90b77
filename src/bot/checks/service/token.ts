import { Refused } from '../../onboarding/client/errors.ts';
import { type Check, failure, ok } from '../check.ts';
import type { AskService } from './ask-service.ts';
import { words } from './words.ts';

type Asked = Pick<AskService, 'hasToken' | 'sequences'>;

/** Whether the service knows the token. */
export function serviceTokenCheck({ hasToken, sequences }: Asked, needs: readonly string[] = []): Check {
  return {
    name: 'service-token',
    title: (language) => words[language].token.title,
    needs: ['service', ...needs],
    async look() {
      if (!hasToken) return failure((language) => words[language].token.none);
      if ((await refusalOf(sequences)) === 'token')
        return failure((language) => words[language].token.unknown, 'token');
      return ok((language) => words[language].token.fine);
    },
  };
}

/** Whether it is an administrator's: others may nothing. */
export function serviceRoleCheck({ sequences }: Asked): Check {
  return {
    name: 'service-role',
    title: (language) => words[language].role.title,
    needs: ['service-token'],
    async look() {
      if ((await refusalOf(sequences)) === 'permission')
        return failure((language) => words[language].role.missing, 'role');
      return ok((language) => words[language].role.fine);
    },
  };
}

/** Why it was refused; other troubles are the lists'. */
async function refusalOf(sequences: Asked['sequences']): Promise<Refused['reason'] | undefined> {
  try {
    await sequences();
    return undefined;
  } catch (error) {
    return error instanceof Refused ? error.reason : undefined;
  }
}
