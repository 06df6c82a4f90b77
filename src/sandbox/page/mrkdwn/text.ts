import type { MrkdwnElement, PlainTextElement } from '@slack/types';
import { html } from 'htm/preact';
import { withEmoji } from './emoji.ts';
import { Mrkdwn } from './mrkdwn.ts';

/** Text object: mrkdwn with its formatting, plain text as is. */
export function Text({ text }: { text: PlainTextElement | MrkdwnElement }) {
  if (text.type === 'mrkdwn') return html`<${Mrkdwn} text=${text.text} />`;
  return html`<span class="plain">${plainWords(text)}</span>`;
}

/** Text of a plain text object, with emoji unless turned off. */
export function plainWords({ text, emoji = true }: PlainTextElement): string {
  return emoji ? withEmoji(text) : text;
}
