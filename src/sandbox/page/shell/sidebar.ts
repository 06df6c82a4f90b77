import { html } from 'htm/preact';
import type { ScreenChannel, Workspace } from '../../screen.ts';
import { linkTo } from '../state/route.ts';
import { useStage } from '../state/stage.ts';
import { callsFor, type ReadMarks, unreadIn } from '../state/unread.ts';
import { Icon, type IconName } from './icons.ts';

interface SidebarProps {
  spot: string;
  marks: ReadMarks;
  isCovered: boolean;
  onChoose(): void;
}

const connection: Record<Workspace['delivery'], string> = {
  socket: 'connected',
  http: 'connected over HTTP',
  none: 'not connected',
};

export function Sidebar({ spot, marks, isCovered, onChoose }: SidebarProps) {
  const { workspace, screen } = useStage();
  const { app, channels } = screen;
  const link = (id: string) => linkTo({ personId: screen.person.id, spot: id });
  const news = (channel: ScreenChannel) => unreadIn(channel, marks, screen.person.id);
  return html`<nav class="sidebar" aria-label="Channels and apps" inert=${isCovered}>
    <h2>Channels</h2>
    <ul onClick=${onChoose}>${channels.map(
      (channel) => html`<${Entry} key=${channel.id} href=${link(channel.id)} name=${channel.name}
      icon=${channel.kind === 'private' ? 'lock' : 'hash'} isCurrent=${spot === channel.id}
      unread=${news(channel).length} badge=${callsFor(news(channel), screen.person.id)} />`,
    )}</ul>
    <h2>Apps</h2>
    <ul onClick=${onChoose}>
      ${workspace.app.hasHome && html`<${Entry} href=${link('app/home')} name=${`${app.name} Home`} icon="home" isCurrent=${spot === 'app/home'} />`}
      <${Entry} href=${link('app/messages')} name=${app.name} icon="bolt" isCurrent=${spot === 'app/messages'}
        unread=${news(app).length} badge=${news(app).length} />
    </ul>
    <p class=${`connection ${workspace.delivery}`}>${workspace.app.name} is ${connection[workspace.delivery]}.</p>
  </nav>`;
}

interface EntryProps {
  href: string;
  name: string;
  icon: IconName;
  isCurrent: boolean;
  unread?: number;
  badge?: number;
}

function Entry({ href, name, icon, isCurrent, unread = 0, badge = 0 }: EntryProps) {
  const hasNews = unread > 0 && !isCurrent;
  return html`<li><a href=${href} aria-current=${isCurrent ? 'page' : undefined} class=${hasNews ? 'has-news' : ''}>
    <${Icon} name=${icon} /><span>${name}</span>
    ${hasNews && html`<span class=${badge > 0 ? 'badge' : 'unseen'}>${badge > 0 ? badge : ''}<span class="unseen"> unread</span></span>`}
  </a></li>`;
}
