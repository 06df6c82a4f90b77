import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { go } from '../state/route.ts';
import { useStage } from '../state/stage.ts';
import { newsFor } from '../state/unread.ts';
import { Avatar } from './avatar.ts';
import { Icon } from './icons.ts';
import { MenuButton } from './menu-button.ts';
import { roleOf } from './roles.ts';

/** Switches to another person; everyone keeps their own open forms. */
export function PeopleSwitcher({ spot }: { spot: string }) {
  const { workspace, screen } = useStage();
  const { person } = screen;
  const [news, setNews] = useState<Record<string, number>>({});

  async function look(): Promise<void> {
    const others = workspace.people.filter(({ id }) => id !== person.id);
    const counts = await Promise.all(others.map(async ({ id }) => [id, await newsFor(id)]));
    setNews(Object.fromEntries(counts));
  }

  const items = workspace.people.map((one) => ({
    label: one.realName,
    description: `${roleOf(one)} · ${one.timezone}${news[one.id] ? ` · ${news[one.id]} unread` : ''}`,
    choose: () => go({ personId: one.id, spot }),
  }));
  return html`<div class="people-switcher">
    <${MenuButton} label=${`Acting as ${person.realName}. Switch person`} items=${items} onOpen=${() => void look()} className="person-button">
      <${Avatar} id=${person.id} name=${person.realName} />
      <span class="who"><small>Acting as</small> <strong>${person.realName}</strong></span>
      <${Icon} name="down" />
    <//>
  </div>`;
}
