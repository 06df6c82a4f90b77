import type { AlertBlock } from '@slack/types';
import { html } from 'htm/preact';
import { Text } from '../mrkdwn/text.ts';
import { Icon, type IconName } from '../shell/icons.ts';

const icons: Record<NonNullable<AlertBlock['level']>, IconName> = {
  default: 'info',
  info: 'info',
  warning: 'fault',
  error: 'fault',
  success: 'check',
};

/** Alert block; screen readers announce errors and warnings immediately. */
export function Alert({ block }: { block: AlertBlock }) {
  const { level = 'default', text } = block;
  const role = level === 'error' || level === 'warning' ? 'alert' : 'status';
  return html`<div class=${`alert ${level}`} role=${role}><${Icon} name=${icons[level]} /><div><${Text} text=${text} /></div></div>`;
}
