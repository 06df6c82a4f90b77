import type { Found, SetupStep } from '../../../setup/step.ts';
import { plain } from '../../../slack/views/blocks.ts';
import { actions } from '../form/ids.ts';
import { say } from './messages.ts';

/** Setup step that rehearses a hire before the first real one. Done if Frontdesk has been used already. */
export const rehearsalStep: SetupStep = {
  name: 'rehearsal',
  title: () => say().title,
  look({ tried }): Found {
    const { button, step } = say();
    const buttons = [{ type: 'button' as const, action_id: actions.rehearseSample, text: plain(button) }];
    return tried === undefined
      ? { state: 'missing', text: step.missing, buttons }
      : { state: 'done', text: step[tried], buttons };
  },
  atTerminal: (_facts) => say().step.atTerminal,
};
