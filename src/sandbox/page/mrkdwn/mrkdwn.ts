import type { MrkdwnElement, PlainTextElement } from '@slack/types';
import { html } from 'htm/preact';
import type { ComponentChild } from 'preact';
import type { Workspace } from '../../screen.ts';
import { useStage } from '../state/stage.ts';
import { type Piece, parse } from './parse.ts';

export function Text({ text }: { text: PlainTextElement | MrkdwnElement }) {
  if (text.type === 'mrkdwn') return html`<${Mrkdwn} text=${text.text} />`;
  return html`<span class="plain">${text.text}</span>`;
}

export function Mrkdwn({ text }: { text: string }) {
  return html`${parse(text).map((piece, index) => html`<${Shown} key=${index} piece=${piece} />`)}`;
}

function Shown({ piece }: { piece: Piece }): ComponentChild {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'break':
      return html`<br />`;
    case 'bold':
      return html`<strong><${Inside} pieces=${piece.inside} /></strong>`;
    case 'italic':
      return html`<em><${Inside} pieces=${piece.inside} /></em>`;
    case 'strike':
      return html`<s><${Inside} pieces=${piece.inside} /></s>`;
    case 'quote':
      return html`<blockquote><${Inside} pieces=${piece.inside} /></blockquote>`;
    case 'code':
      return html`<code>${piece.text}</code>`;
    case 'block':
      return html`<pre tabindex="0"><code>${piece.text}</code></pre>`;
    case 'link':
      return html`<${Link} url=${piece.url} label=${piece.label} />`;
    case 'broadcast':
      return html`<span class="mention loud">@${piece.range}</span>`;
    default:
      return html`<${Mention} kind=${piece.kind} id=${piece.id} />`;
  }
}

function Inside({ pieces }: { pieces: Piece[] }) {
  return html`${pieces.map((piece, index) => html`<${Shown} key=${index} piece=${piece} />`)}`;
}

/** External link; unsafe schemes such as javascript: render only the label. */
export function Link({ url, label }: { url: string; label: string }) {
  if (!/^(https?|mailto|tel|slack):/i.test(url)) return html`<span>${label}</span>`;
  return html`<a href=${url} target="_blank" rel="noopener noreferrer">${label}</a>`;
}

interface MentionProps {
  kind: 'user' | 'channel' | 'group';
  id: string;
}

export function Mention(mention: MentionProps) {
  const { workspace, screen } = useStage();
  const isLoud = mention.kind === 'user' && mention.id === screen.person.id;
  return html`<span class=${isLoud ? 'mention loud' : 'mention'}>${nameOf(workspace, mention)}</span>`;
}

function nameOf({ people, channels, userGroups, app }: Workspace, { kind, id }: MentionProps): string {
  if (kind === 'channel') return `#${channels.find((one) => one.id === id)?.name ?? 'unknown channel'}`;
  if (kind === 'group') return `@${userGroups.find((one) => one.id === id)?.handle ?? 'unknown group'}`;
  if (id === app.botUserId) return `@${app.name}`;
  return `@${people.find((one) => one.id === id)?.realName ?? 'unknown person'}`;
}
