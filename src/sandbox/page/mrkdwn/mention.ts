import { html } from 'htm/preact';
import type { Workspace } from '../../screen.ts';
import { useStage } from '../state/stage.ts';

interface MentionProps {
  kind: 'user' | 'channel' | 'group';
  id: string;
}

/** Mention of a person, channel or group by name. */
export function Mention({ kind, id }: MentionProps) {
  const { workspace, screen } = useStage();
  const isLoud = kind === 'user' && id === screen.person.id;
  return html`<span class=${isLoud ? 'mention loud' : 'mention'}>${nameOf(workspace, kind, id)}</span>`;
}

function nameOf(
  { people, channels, userGroups, app }: Workspace,
  kind: MentionProps['kind'],
  id: string,
): string {
  if (kind === 'channel') return `#${channels.find((one) => one.id === id)?.name ?? 'unknown channel'}`;
  if (kind === 'group') return `@${userGroups.find((one) => one.id === id)?.handle ?? 'unknown group'}`;
  if (id === app.botUserId) return `@${app.name}`;
  return `@${people.find((one) => one.id === id)?.realName ?? 'unknown person'}`;
}
