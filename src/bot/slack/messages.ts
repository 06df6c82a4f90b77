import type { AccessLists, Standing } from './access.ts';

/** Every sentence that no feature says: refusals and failures. */

export const close = 'Close';

/** How many are named as those to ask: an alert has room for 200 characters, and nobody asks ten people. */
const mostNamed = 3;

/** Says no, and whom to ask instead. In mrkdwn. */
export function refusal(standing: Standing | 'outsider', { hr }: AccessLists): string {
  if (standing === 'outsider')
    return 'Frontdesk is only for full members of the workspace it is installed in. Please ask the HR team there.';
  const names = hr.slice(0, mostNamed).map((id) => (id.startsWith('S') ? `<!subteam^${id}>` : `<@${id}>`));
  const whom = names.length > 0 ? names.join(', ') : 'an owner or admin of this workspace';
  return `This is for HR and for those whom HR has given access. Nothing was done. If you need it, please ask ${whom}.`;
}

/** A window that Slack shows only empty. */
export const notShownFilledIn =
  'Slack couldn’t show this form filled in. What was in it is listed below, so you can copy it.';

/** Slack cannot be asked at the moment. */
export const accessUnknown =
  'Slack isn’t answering, so Frontdesk can’t check your access right now. Nothing was done. Try again in a minute.';

export const refused = 'Not for you';

export const failed = {
  title: 'That did not work',
  /** @param reference stands in the log too */
  text: (reference: string) =>
    'Something went wrong in Frontdesk. Please try again. If it happens again, give this reference to whoever runs ' +
    `Frontdesk: ${reference}`,
} as const;

/** Why Frontdesk cannot write in a channel, in Slack's word, and what somebody can do about it. */
export const channelAdvice: Record<string, string> = {
  channel_not_found: 'It is not in that channel. Type /invite @Frontdesk there',
  not_in_channel: 'It is not in that channel. Type /invite @Frontdesk there',
  is_archived: 'The channel is archived. Unarchive it',
  restricted_action: 'Only some people may post there. Let it post there too',
  missing_scope: 'It lacks a scope for that. Install it again from the present manifest',
  channel_is_public: 'The channel is public, so everybody could read who leaves. Make it private',
};

/** What to do about a channel in which Frontdesk cannot write, in mrkdwn. @param code Slack's word */
export function channelTrouble(channel: string, code: string): string {
  const what = channelAdvice[code] ?? 'Slack does not let it';
  return (
    `Frontdesk cannot write in <#${channel}>. ${what}, or choose another channel in App Home. ` +
    'Until then what it has to say there waits, for a week; after that it comes by itself within five minutes.'
  );
}

/** To whoever asks for the metrics. */
export const metricsUnreadable = 'the metrics could not be read';

/** To whoever starts the program. @param code Slack's own word */
export function tokenRefused(code: string): string {
  return (
    `Slack does not accept SLACK_BOT_TOKEN (${code}). Copy the Bot User OAuth Token again from your ` +
    'app’s page, OAuth & Permissions; install the app to the workspace there first.'
  );
}
