import { html } from 'htm/preact';
import { useEffect } from 'preact/hooks';
import type { ScreenChannel } from '../../screen.ts';
import { Blocks } from '../blocks/blocks.ts';
import { Avatar } from '../shell/avatar.ts';
import { Icon } from '../shell/icons.ts';
import { linkTo } from '../state/route.ts';
import { useStage } from '../state/stage.ts';
import type { ReadMarks } from '../state/unread.ts';
import { Composer } from './composer.ts';
import { Messages } from './messages.ts';

interface ConversationProps {
  channel: ScreenChannel;
  marks: ReadMarks;
  isHeadless?: boolean;
}

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

type Tab = 'home' | 'messages';

export function AppPlace({ tab, marks }: { tab: Tab; marks: ReadMarks }) {
  const { screen, workspace } = useStage();
  const tabLink = (
    id: Tab,
    name: string,
  ) => html`<a href=${linkTo({ personId: screen.person.id, spot: `app/${id}` })}
    aria-current=${tab === id ? 'page' : undefined}>${name}</a>`;
  return html`<header class="place app-place">
      <h2><${Avatar} id=${workspace.app.id} name=${screen.app.name} isApp />${screen.app.name}</h2>
      <p>${workspace.app.description}</p>
      <nav class="tabs" aria-label=${screen.app.name}>${workspace.app.hasHome && tabLink('home', 'Home')}${tabLink('messages', 'Messages')}</nav>
    </header>
    ${tab === 'home' ? html`<${Home} />` : html`<${Conversation} channel=${screen.app} marks=${marks} isHeadless />`}`;
}

function Home() {
  const { screen, act } = useStage();
  const { home, app } = screen;
  useEffect(() => {
    void act({ verb: 'openHome' });
  }, []);
  if (!home)
    return html`<div class="home"><p class="empty">${app.name} hasn’t published a Home tab for you yet.</p></div>`;
  const { blocks, elements, trouble, errors, id } = home;
  return html`<div class="home"><${Blocks} canvas=${{ place: { in: 'home' }, blocks, elements, trouble, errors, id }} /></div>`;
}
