import { html } from 'htm/preact';
import { useMemo } from 'preact/hooks';
import type { ScreenMessage } from '../../screen.ts';
import { Blocks } from '../blocks/blocks.ts';
import { Mrkdwn } from '../mrkdwn/mrkdwn.ts';
import { Avatar } from '../shell/avatar.ts';
import { Icon } from '../shell/icons.ts';
import { MenuButton } from '../shell/menu-button.ts';
import { useStage } from '../state/stage.ts';
import { timeOf } from './times.ts';

interface MessageProps {
  channelId: string;
  message: ScreenMessage;
  isContinued: boolean;
}

/** One message, with its menu. */
export function Message({ channelId, message, isContinued }: MessageProps) {
  const { timezone } = useStage().screen.person;
  const { from, ts, isEphemeral, isEdited } = message;
  const time = useMemo(() => timeOf(ts, timezone), [ts, timezone]);
  return html`<article class=${`message ${isContinued ? 'continued' : ''} ${isEphemeral ? 'ephemeral' : ''}`} aria-label=${`${from.name}, ${time}`}>
    ${isContinued ? html`<time class="aside">${time}</time>` : html`<${Avatar} id=${from.id} name=${from.name} isApp=${from.isApp} />`}
    <div class="content">
      ${isEphemeral && html`<p class="only-you"><${Icon} name="eye" />Only visible to you</p>`}
      ${!isContinued && html`<p class="by"><strong>${from.name}</strong>${from.isApp && html`<span class="app-mark">App</span>`}<time>${time}</time></p>`}
      <${Body} channelId=${channelId} message=${message} />
      <${SharedFiles} message=${message} />
      ${isEdited && html`<small class="edited">(edited)</small>`}
    </div>
    ${!isEphemeral && html`<${Shortcuts} channelId=${channelId} message=${message} />`}
  </article>`;
}

function Body({ channelId, message }: Omit<MessageProps, 'isContinued'>) {
  const { ts, text, blocks, elements, trouble, isMrkdwn } = message;
  if (blocks.length === 0)
    return html`<div class="text">${isMrkdwn ? html`<${Mrkdwn} text=${text} />` : html`<span class="plain">${text}</span>`}</div>`;
  const place = { in: 'message', channel: channelId, ts };
  return html`<${Blocks} canvas=${{ place, blocks, elements, trouble, errors: {}, id: `m${ts}` }} />`;
}

function SharedFiles({ message }: Pick<MessageProps, 'message'>) {
  const { person } = useStage().screen;
  const { files = [] } = message;
  if (files.length === 0) return null;
  const address = (id: string) => `/sandbox/people/${person.id}/files/${id}`;
  return html`<ul class="files">${files.map(
    ({ id, name, title }) =>
      html`<li key=${id}><a href=${address(id)} download=${name}><strong>${title}</strong><small>${name}</small></a></li>`,
  )}</ul>`;
}

function Shortcuts({ channelId, message }: Omit<MessageProps, 'isContinued'>) {
  const { workspace, act } = useStage();
  const items = workspace.shortcuts
    .filter(({ type }) => type === 'message')
    .map(({ name, callbackId, description }) => ({
      label: name,
      description,
      choose: () => void act({ verb: 'messageShortcut', callbackId, channel: channelId, ts: message.ts }),
    }));
  if (items.length === 0) return null;
  return html`<div class="message-menu"><${MenuButton} label="Message shortcuts" items=${items}><${Icon} name="more" /><//></div>`;
}
