import { html } from 'htm/preact';
import { Icon } from '../shell/icons.ts';
import { MenuButton } from '../shell/menu-button.ts';
import { useStage } from '../state/stage.ts';

/** Menu of the app's global shortcuts; null without any. */
export function ShortcutsButton() {
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
