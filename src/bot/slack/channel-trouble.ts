/** What Slack says of a channel in which the app cannot write, and what somebody can do about it. */
const advice = new Map([
  ['channel_not_found', 'It is not in that channel. Type /invite @Frontdesk there'],
  ['not_in_channel', 'It is not in that channel. Type /invite @Frontdesk there'],
  ['is_archived', 'The channel is archived. Unarchive it'],
  ['restricted_action', 'Only some people may post there. Let it post there too'],
  ['missing_scope', 'It lacks a scope for that. Install it again from the present manifest'],
  ['channel_is_public', 'The channel is public, so everybody could read who leaves. Make it private'],
]);

/** Whether somebody can mend it, so that a message is worth keeping. People who cannot be written to stay that way. */
export function isMendable(channel: string, code: string): boolean {
  return /^[CG]/.test(channel) && advice.has(code);
}

/** What to do about a channel in which Frontdesk cannot write, in mrkdwn. @param code Slack's word */
export function channelTrouble(channel: string, code: string): string {
  const what = advice.get(code) ?? 'Slack does not let it';
  return (
    `Frontdesk cannot write in <#${channel}>. ${what}, or choose another channel in App Home. ` +
    'Until then what it has to say there waits, for a week; after that it comes by itself within ten minutes.'
  );
}
