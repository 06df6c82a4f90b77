import type { Repeating } from '../../../time/repeat.ts';
import type { Feature } from '../../feature.ts';
import { on } from '../../slack/incoming/listeners.ts';
import { plain } from '../../slack/views/blocks.ts';
import { dailyCheckup } from './daily.ts';
import type { CheckupDeps } from './deps.ts';
import { actions } from './ids.ts';
import { say } from './messages.ts';
import { openCheckup } from './on-open.ts';
import { reportMessage } from './report.ts';

/** Connection check: on HR's request, and once a day. */
export function checkupFeature(deps: CheckupDeps): Feature {
  let daily: Repeating | undefined;
  return {
    listeners: [on.action(actions.open, 'hr', openCheckup(deps))],
    home: ({ role }) => {
      if (role !== 'hr') return {};
      const text = plain(say().button);
      return {
        blocks: [{ type: 'actions', elements: [{ type: 'button', action_id: actions.open, text }] }],
      };
    },
    messages: [reportMessage],
    async begin() {
      daily = dailyCheckup(deps);
    },
    async stop() {
      await daily?.stop();
    },
  };
}
