import type { MrkdwnElement, PlainTextElement } from '@slack/types';
import { html } from 'htm/preact';
import { withEmoji } from './emoji.ts';
import { Mrkdwn } from './mrkdwn.ts';

/** A text object: mrkdwn with its formatting, plain text as the letters that it is. */
export function Text({ text }: { text: PlainTextElement | MrkdwnElement }) {
  if (text.type === 'mrkdwn') return html`<${Mrkdwn} text=${text.text} />`;
  return html`<span class="plain">${plainWords(text)}</span>`;
}

/** A plain text object's words, with emoji for their names unless it says otherwise. */
export function plainWords({ text, emoji = true }: PlainTextElement): string {
  return emoji ? withEmoji(text) : text;
}
