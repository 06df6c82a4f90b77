import { html } from 'htm/preact';
import { AppPlace } from '../conversation/app-place.ts';
import { Conversation } from '../conversation/conversation.ts';
import { useStage } from '../state/stage.ts';
import type { ReadMarks } from '../state/unread.ts';

interface MainProps {
  spot: string;
  marks: ReadMarks;
  isCovered: boolean;
}

/** Main area: a channel, or the app. */
export function Main({ spot, marks, isCovered }: MainProps) {
  const { screen } = useStage();
  const channel = screen.channels.find(({ id }) => id === spot);
  return html`<main id="main" tabindex="-1" inert=${isCovered}>
    ${
      channel
        ? html`<${Conversation} channel=${channel} marks=${marks} />`
        : html`<${AppPlace} tab=${spot === 'app/home' ? 'home' : 'messages'} marks=${marks} />`
    }
  </main>`;
}
