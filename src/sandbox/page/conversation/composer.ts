import { html } from 'htm/preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ScreenChannel } from '../../screen.ts';
import { stepped } from '../elements/menu-model.ts';
import { Icon } from '../shell/icons.ts';
import { MenuButton } from '../shell/menu-button.ts';
import { useStage } from '../state/stage.ts';
import { type Completion, completed, completionsFor, startedWord } from './completion.ts';
import { CompletionList, completionId } from './completion-list.ts';

/** Where messages and commands are typed. Enter sends, Shift and Enter make a new line. */
export function Composer({ channel }: { channel: ScreenChannel }) {
  const { workspace, act } = useStage();
  const box = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLFormElement>(null);
  const [text, setText] = useState('');
  const [cursor, setCursor] = useState(0);
  const [active, setActive] = useState(0);
  const [isClosed, setClosed] = useState(false);
  const started = isClosed ? undefined : startedWord(text, cursor);
  const choices = started ? completionsFor(workspace, started) : [];
  useLayoutEffect(() => box.current?.setSelectionRange(cursor, cursor), [cursor]);
  useLayoutEffect(() => grow(box.current), [text]);

  function type(next: string, at: number): void {
    setText(next);
    setCursor(at);
    setActive(0);
    setClosed(false);
  }

  function complete(choice: Completion): void {
    if (started) {
      const next = completed(text, cursor, started, choice);
      type(next.text, next.cursor);
    }
    box.current?.focus();
  }

  async function send(): Promise<void> {
    if (text.trim() === '') return;
    const isCommand = text.startsWith('/');
    type('', 0);
    const verb = isCommand ? 'command' : 'postMessage';
    const { outcome } = await act({ verb, channel: channel.id, text });
    // What was refused is not lost.
    if (outcome === 'refused') type(text, text.length);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.shiftKey || event.isComposing) return;
    const choice = choices[active];
    const does = choice ? keysOf(choice)[event.key] : event.key === 'Enter' && send;
    if (!does) return;
    event.preventDefault();
    void does();
  }

  /** A word that is complete already is sent by Enter like any other text. */
  function keysOf(choice: Completion): Record<string, () => void | Promise<void>> {
    return {
      ArrowDown: () => setActive(stepped(active, 1, choices.length)),
      ArrowUp: () => setActive(stepped(active, -1, choices.length)),
      Escape: () => setClosed(true),
      Tab: () => complete(choice),
      Enter: choice.text === started?.word ? send : () => complete(choice),
    };
  }

  return html`<form class="composer" ref=${frame} onSubmit=${(event: Event) => {
    event.preventDefault();
    void send();
  }}>
    <${ShortcutsButton} />
    <textarea id="composer" ref=${box} rows="1" value=${text} aria-label=${`Message ${channel.name}`}
      placeholder=${`Message ${channel.kind === 'direct' ? '' : '#'}${channel.name}, or / for commands`}
      aria-autocomplete="list" aria-haspopup="listbox" aria-controls=${choices.length > 0 ? 'completions' : undefined}
      aria-activedescendant=${choices.length > 0 ? completionId(active) : undefined}
      onInput=${({ currentTarget: at }: { currentTarget: HTMLTextAreaElement }) => type(at.value, at.selectionStart)}
      onBlur=${() => setClosed(true)} onKeyDown=${onKeyDown}></textarea>
    <button type="submit" class="icon-button send" aria-label="Send" title="Send" disabled=${text.trim() === ''}><${Icon} name="send" /></button>
    <${CompletionList} anchor=${frame} choices=${choices} active=${active} onChoose=${complete} />
  </form>`;
}

function ShortcutsButton() {
  const { workspace, act } = useStage();
  const items = workspace.shortcuts
    .filter(({ type }) => type === 'global')
    .map(({ name, callbackId, description }) => ({
      label: name,
      description,
      choose: () => void act({ verb: 'shortcut', callbackId }),
    }));
  if (items.length === 0) return null;
  return html`<${MenuButton} label="Shortcuts" items=${items} className="icon-button bolt"><${Icon} name="bolt" /><//>`;
}

function grow(box: HTMLTextAreaElement | null): void {
  if (!box) return;
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight}px`;
}
