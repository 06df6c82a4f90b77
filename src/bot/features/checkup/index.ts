import type { Repeating } from '../../../time/repeat.ts';
import type { Feature } from '../../feature.ts';
import { plain } from '../../slack/views/blocks.ts';
import { dailyCheckup } from './daily.ts';
import type { CheckupDeps } from './deps.ts';
import { actions } from './ids.ts';
import { say } from './messages.ts';
import { openCheckup } from './on-open.ts';
import { reportMessage } from './report.ts';

/** Connection check: on HR's request, and once a day. */
export function checkupFeature(deps: CheckupDeps): Feature {
  const { app, only } = deps;
  let daily: Repeating | undefined;
  return {
    register() {
      app.action(actions.open, only('hr'), openCheckup(deps));
    },
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
