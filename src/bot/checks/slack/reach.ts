import { slackCode } from '../../slack/posting/slack-failure.ts';
import { type Check, type Found, failure, ok } from '../check.ts';
import { type AskSlack, unreached } from './ask-slack.ts';
import { say } from './messages.ts';

export function slackCheck({ identity }: Pick<AskSlack, 'identity'>): Check {
  return {
    name: 'slack',
    title: () => say().reach.title,
    look: () => identity().then(answers, (error: unknown) => unreached(error) ?? answers()),
  };
}

const answers = () => ok(() => say().reach.fine);

/** Slack's error codes for a token that was once valid (docs.slack.dev/reference/methods/auth.test). */
const gone = new Set([
  'token_revoked',
  'token_expired',
  'account_inactive',
  'user_removed_from_team',
  'team_disabled',
]);

/** Checks whether Slack accepts the bot token, and names its workspace. */
export function tokenCheck({ identity }: Pick<AskSlack, 'identity'>): Check {
  return {
    name: 'slack-token',
    title: () => say().token.title,
    needs: ['slack'],
    async look() {
      try {
        const { team, teamId, user } = await identity();
        return ok(() => say().token.fine(team || teamId, user));
      } catch (error) {
        return refused(error);
      }
    },
  };
}

function refused(error: unknown): Found {
  const code = slackCode(error);
  if (code === undefined) throw error;
  if (gone.has(code)) return failure(() => say().token.gone(code), code);
  if (code === 'invalid_auth' || code === 'not_authed') return failure(() => say().token.unknown(code), code);
  if (code === 'not_allowed_token_type') return failure(() => say().token.otherKind(code), code);
  return failure(() => say().token.refused(code), code);
}
