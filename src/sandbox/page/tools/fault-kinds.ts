import type { NewFault } from '../../faults/fault.ts';

export type Kind = NewFault['kind'];
export type Direction = 'calls' | 'payloads';

export const kinds: Record<Direction, { kind: Kind; label: string }[]> = {
  payloads: [
    { kind: 'redeliver', label: 'Deliver it twice' },
    { kind: 'lost', label: 'Never deliver it' },
    { kind: 'delay', label: 'Delay it' },
    { kind: 'drop socket', label: 'Cut the connection' },
  ],
  calls: [
    { kind: 'ratelimited', label: 'Rate limit (429)' },
    { kind: 'error', label: 'HTTP error (4xx, 5xx)' },
    { kind: 'not json', label: 'Respond with an HTML page (200)' },
    { kind: 'empty', label: 'Respond with nothing (200)' },
    { kind: 'reset', label: 'Reset the connection' },
    { kind: 'hang', label: 'Never respond' },
    { kind: 'delay', label: 'Delay the response' },
  ],
};

/** Suggested targets; the traffic shows more names. */
export const targets: Record<Direction, string[]> = {
  payloads: [
    'view_submission',
    'slash_commands',
    'block_actions',
    'block_suggestion',
    'shortcut',
    'message_action',
    'view_closed',
    'app_home_opened',
    '*',
  ],
  calls: [
    'views.open',
    'views.update',
    'views.push',
    'views.publish',
    'chat.postMessage',
    'chat.postEphemeral',
    'chat.update',
    'users.info',
    'users.lookupByEmail',
    'conversations.info',
    'files.getUploadURLExternal',
    'upload',
    'files.completeUploadExternal',
    'response_url',
    '*',
  ],
};

/** Label of a fault. */
export function labelOf(kind: Kind): string {
  return [...kinds.payloads, ...kinds.calls].find((one) => one.kind === kind)?.label ?? kind;
}
