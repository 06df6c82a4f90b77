import type { Repeating } from '../../../time/repeat.ts';
import type { Feature } from '../../feature.ts';
import { type DailyServices, dailyCheckup } from './daily.ts';
import { say } from './messages.ts';
import { reportMessage } from './report.ts';
import { checkupWindow, type WindowServices } from './window.ts';

export function checkupFeature(services: WindowServices & DailyServices): Feature {
  let daily: Repeating | undefined;
  return {
    listeners: checkupWindow.listeners(services),
    home({ role }) {
      if (role !== 'hr') return {};
      const button = checkupWindow.button({}, { text: say().button });
      return { blocks: [{ type: 'actions', elements: [button] }] };
    },
    messages: [reportMessage],
    async begin() {
      daily = dailyCheckup(services);
    },
    async stop() {
      await daily?.stop();
    },
  };
}
