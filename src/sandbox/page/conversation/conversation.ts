import { html } from 'htm/preact';
import type { ScreenChannel } from '../../screen.ts';
import { Icon } from '../shell/icons.ts';
import { useStage } from '../state/stage.ts';
import type { ReadMarks } from '../state/unread.ts';
import { Composer } from './composer.ts';
import { Messages } from './messages.ts';

interface ConversationProps {
  channel: ScreenChannel;
  marks: ReadMarks;
  isHeadless?: boolean;
}

/** A channel, or the direct messages with the app. */
export function Conversation({ channel, marks, isHeadless = false }: ConversationProps) {
  const { hasMessagesInput } = useStage().workspace.app;
  const isWritable = channel.kind !== 'direct' || hasMessagesInput;
  return html`${!isHeadless && html`<${Heading} channel=${channel} />`}
    <${Messages} channel=${channel} marks=${marks} />
    ${isWritable ? html`<${Composer} channel=${channel} />` : html`<p class="read-only">Sending messages to this app has been turned off.</p>`}`;
}

function Heading({ channel }: { channel: ScreenChannel }) {
  const { workspace, screen } = useStage();
  const members = workspace.channels.find(({ id }) => id === channel.id)?.members ?? [];
  const people = `${members.length} ${members.length === 1 ? 'person' : 'people'}`;
  return html`<header class="place">
    <h2><${Icon} name=${channel.kind === 'private' ? 'lock' : 'hash'} />${channel.name}</h2>
    <p>${people}${channel.hasApp ? ` and ${screen.app.name}` : ` · ${screen.app.name} isn’t in this channel`}</p>
  </header>`;
}
