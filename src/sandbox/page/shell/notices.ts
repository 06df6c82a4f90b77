import { html } from 'htm/preact';
import { useStage } from '../state/stage.ts';
import type { Toast } from '../state/use-stage.ts';
import { Icon } from './icons.ts';

/** Slack's notices, shown until dismissed, and toasts, which time out. Rendered above any dialog. */
export function Notices({ toasts, onDismiss }: { toasts: Toast[]; onDismiss(id: number): void }) {
  const { screen, act } = useStage();
  return html`<div class="notices" role="alert">
    ${screen.notices.map(
      ({ id, kind, text }) => html`<${Notice} key=${id} kind=${kind} text=${text}
      onDismiss=${() => void act({ verb: 'dismiss', noticeId: id })} />`,
    )}
    ${toasts.map(({ id, text }) => html`<${Notice} key=${id} kind="info" text=${text} onDismiss=${() => onDismiss(id)} />`)}
  </div>`;
}

interface NoticeProps {
  kind: 'error' | 'info';
  text: string;
  onDismiss(): void;
}

function Notice({ kind, text, onDismiss }: NoticeProps) {
  return html`<div class=${`notice ${kind}`}>
    <${Icon} name=${kind === 'error' ? 'fault' : 'info'} /><p>${text}</p>
    <button type="button" class="icon-button" aria-label="Dismiss" onClick=${onDismiss}><${Icon} name="close" /></button>
  </div>`;
}
