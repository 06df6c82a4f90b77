import type { Screen, ScreenMessage, ScreenView } from '../../src/sandbox/screen.ts';
import type { Workspace } from '../../src/sandbox/workspace/workspace.ts';
import { buttonsIn, type FieldOnScreen, fieldOf, type Labelled, labelledIn, textsIn } from './read-blocks.ts';

export interface ViewOnScreen
  extends Pick<ScreenView, 'id' | 'callbackId' | 'title' | 'submit' | 'close' | 'problem'> {
  texts: string[];
  fields: Record<string, FieldOnScreen>;
  /** Errors by label; empty when there are none. */
  errors: Record<string, string>;
  buttons: string[];
}

export interface MessageOnScreen
  extends Pick<ScreenMessage, 'ts' | 'text' | 'isEphemeral' | 'isEdited' | 'mentions'> {
  files: { id: string; name: string; title: string }[];
  channel: string;
  from: string;
  texts: string[];
  buttons: string[];
}

export function seenView(view: ScreenView, workspace: Workspace): ViewOnScreen {
  const { id, callbackId, title, submit, close, problem, blocks, elements, errors } = view;
  const fieldAt = (one: Labelled) => fieldOf(one, elements, errors, workspace);
  const entries = labelledIn(blocks).map((one) => [one.label, fieldAt(one)] as const);
  const wrong = entries.flatMap(([label, { error }]) => (error === null ? [] : [[label, error]]));
  return {
    ...{ id, callbackId, title, submit, close, problem },
    texts: textsIn(blocks),
    fields: Object.fromEntries(entries),
    errors: Object.fromEntries(wrong),
    buttons: buttonsIn(blocks),
  };
}

export function seenMessage(message: ScreenMessage, channel: string): MessageOnScreen {
  const { ts, text, blocks, isEphemeral, isEdited, mentions, from } = message;
  const files = [...(message.files ?? [])];
  const [texts, buttons] = [textsIn(blocks), buttonsIn(blocks)];
  return { ts, channel, from: from.name, text, texts, buttons, isEphemeral, isEdited, mentions, files };
}

/** Short description of a screen, for a failure message. */
export function described(screen: Screen, workspace: Workspace): string {
  const views = screen.views.map((view) => JSON.stringify(seenView(view, workspace)));
  const home = screen.home ? [`home: ${JSON.stringify(seenView(screen.home, workspace))}`] : [];
  const messages = [...screen.channels, screen.app].flatMap((channel) =>
    channel.messages.map((message) => `#${channel.name}: ${message.text}`),
  );
  const notices = screen.notices.map(({ text }) => `notice: ${text}`);
  return [...home, ...views, ...messages.slice(-5), ...notices].join('\n') || 'nothing';
}
