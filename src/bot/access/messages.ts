import { words } from '../../language.ts';
import { mention } from '../slack/views/blocks.ts';
import type { Settings } from '../storage/settings.ts';

/** Most people to name: an alert holds 200 characters, and nobody asks ten people. */
const mostNamed = 3;

/** Mentions of the people who can give access, in mrkdwn. */
function whom({ hr }: Pick<Settings, 'hr'>): string {
  const names = hr
    .filter((id) => /^[USW]/.test(id))
    .slice(0, mostNamed)
    .map(mention);
  return names.length > 0 ? names.join(' or ') : 'an owner or admin of this workspace';
}

const en = {
  whom,
  refusal(role: string, lists: Pick<Settings, 'hr'>): string {
    if (role === 'outsider') return 'Frontdesk is only for full members of its own workspace. Ask HR there.';
    return `You don’t have access to this. Ask ${whom(lists)}.`;
  },
  accessUnknown: 'Slack isn’t answering, so nothing was done. Try again in a minute.',
  refused: 'No access',
};

export const say = words({ en });
