import type { HomePart, Viewer } from '../../feature.ts';
import { header, paragraph, plain } from '../../slack/views/blocks.ts';
import type { PeopleDeps } from './deps.ts';
import { actions } from './ids.ts';
import { say } from './messages.ts';

type HomeDeps = Pick<PeopleDeps, 'additions' | 'settingsStore'>;

/** App Home part for HR, if the connected service can import people. */
export function homePart({ role }: Viewer, { additions, settingsStore }: HomeDeps): HomePart {
  if (role !== 'hr' || !additions.known().has('people')) return {};
  const { home, title } = say();
  const { on } = settingsStore.current().peopleInStep;
  const labels = { [actions.open]: title, [actions.switch]: home.switch };
  return {
    blocks: [
      header(home.title),
      paragraph(home.text[on ? 'on' : 'off']),
      {
        type: 'actions',
        elements: Object.entries(labels).map(([action_id, label]) => ({
          type: 'button',
          action_id,
          text: plain(label),
        })),
      },
    ],
  };
}
