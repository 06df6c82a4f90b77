import { html } from 'htm/preact';
import type { ScreenChannel, ScreenMessage } from '../../screen.ts';
import { Blocks } from '../blocks/blocks.ts';
import { Mrkdwn } from '../mrkdwn/mrkdwn.ts';
import { Avatar } from '../shell/avatar.ts';
import { Icon } from '../shell/icons.ts';
import { MenuButton } from '../shell/menu-button.ts';
import { useStage } from '../state/stage.ts';
import { timeOf } from './times.ts';

interface MessageProps {
  channel: ScreenChannel;
  message: ScreenMessage;
  /** The one before is by the same person, a moment ago. */
  isContinued: boolean;
}

/** One message, with its menu. */
export function Message({ channel, message, isContinued }: MessageProps) {
  const { timezone } = useStage().screen.person;
  const { from, ts, isEphemeral, isEdited } = message;
  const time = timeOf(ts, timezone);
  return html`<article class=${`message ${isContinued ? 'continued' : ''} ${isEphemeral ? 'ephemeral' : ''}`} aria-label=${`${from.name}, ${time}`}>
    ${isContinued ? html`<time class="aside">${time}</time>` : html`<${Avatar} id=${from.id} name=${from.name} isApp=${from.isApp} />`}
    <div class="content">
      ${isEphemeral && html`<p class="only-you"><${Icon} name="eye" />Only visible to you</p>`}
      ${!isContinued && html`<p class="by"><strong>${from.name}</strong>${from.isApp && html`<span class="app-mark">App</span>`}<time>${time}</time></p>`}
      <${Body} channel=${channel} message=${message} />
      ${isEdited && html`<small class="edited">(edited)</small>`}
    </div>
    ${!isEphemeral && html`<${Shortcuts} channel=${channel} message=${message} />`}
  </article>`;
}

function Body({ channel, message }: { channel: ScreenChannel; message: ScreenMessage }) {
  const { ts, text, blocks, elements, trouble, isMrkdwn } = message;
  if (blocks.length === 0)
    return html`<div class="text">${isMrkdwn ? html`<${Mrkdwn} text=${text} />` : html`<span class="plain">${text}</span>`}</div>`;
  const place = { in: 'message', channel: channel.id, ts };
  return html`<${Blocks} canvas=${{ place, blocks, elements, trouble, errors: {}, id: `m${ts}` }} />`;
}

function Shortcuts({ channel, message }: { channel: ScreenChannel; message: ScreenMessage }) {
  const { workspace, act } = useStage();
  const items = workspace.shortcuts
    .filter(({ type }) => type === 'message')
    .map(({ name, callbackId, description }) => ({
      label: name,
      description,
      choose: () => void act({ verb: 'messageShortcut', callbackId, channel: channel.id, ts: message.ts }),
    }));
  if (items.length === 0) return null;
  return html`<div class="message-menu"><${MenuButton} label="Message shortcuts" items=${items}><${Icon} name="more" /><//></div>`;
}
