import { html } from 'htm/preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ScreenChannel } from '../../screen.ts';
import { Icon } from '../shell/icons.ts';
import { MenuButton } from '../shell/menu-button.ts';
import { useStage } from '../state/stage.ts';
import { type Completion, CompletionList, completionId, useCompletion } from './completion.ts';

export function Composer({ channel }: { channel: ScreenChannel }) {
  const { act } = useStage();
  const box = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLFormElement>(null);
  const typed = useCompletion();
  const { text, cursor, choices, active, type } = typed;
  useLayoutEffect(() => box.current?.setSelectionRange(cursor, cursor), [cursor]);
  useLayoutEffect(() => grow(box.current), [text]);
  useEffect(() => focusUnlessTouched(box.current), [channel.id]);

  async function send(): Promise<void> {
    if (text.trim() === '') return;
    type('', 0);
    const verb = text.startsWith('/') ? 'command' : 'postMessage';
    const { outcome } = await act({ verb, channel: channel.id, text });
    if (outcome === 'refused') type(text, text.length);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.shiftKey || event.isComposing) return;
    const does = (typed.keys(send) ?? { Enter: send })[event.key];
    if (!does) return;
    event.preventDefault();
    void does();
  }

  function onSubmit(event: Event): void {
    event.preventDefault();
    void send();
  }

  function onChoose(choice: Completion): void {
    typed.complete(choice);
    box.current?.focus();
  }

  return html`<form class="composer" ref=${frame} onSubmit=${onSubmit}>
    <${ShortcutsButton} />
    <textarea id="composer" ref=${box} rows="1" value=${text} aria-label=${`Message ${channel.name}`}
      placeholder=${`Message ${channel.kind === 'direct' ? '' : '#'}${channel.name}, or / for commands`}
      aria-autocomplete="list" aria-haspopup="listbox" aria-controls=${choices.length > 0 ? 'completions' : undefined}
      aria-activedescendant=${choices.length > 0 ? completionId(active) : undefined}
      onInput=${({ currentTarget: at }: { currentTarget: HTMLTextAreaElement }) => type(at.value, at.selectionStart)}
      onBlur=${typed.hideChoices} onKeyDown=${onKeyDown}></textarea>
    <button type="submit" class="icon-button send" aria-label="Send" title="Send" disabled=${text.trim() === ''}><${Icon} name="send" /></button>
    <${CompletionList} anchor=${frame} choices=${choices} active=${active} onChoose=${onChoose} />
  </form>`;
}

function grow(box: HTMLTextAreaElement | null): void {
  if (!box) return;
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight}px`;
}

/** Lets people type at once, except on a touch screen, where that opens the keyboard, and behind a window. */
function focusUnlessTouched(box: HTMLTextAreaElement | null): void {
  if (box && !box.closest('[inert]') && !matchMedia('(pointer: coarse)').matches)
    box.focus({ preventScroll: true });
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
