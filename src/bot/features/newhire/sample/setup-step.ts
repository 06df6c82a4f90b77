import type { Found, SetupStep } from '../../../setup/step.ts';
import { plain } from '../../../slack/views/blocks.ts';
import { actions } from '../form/ids.ts';
import { words } from '../words.ts';

/** Setup step that rehearses a hire before the first real one. Done if Frontdesk has been used already. */
export const rehearsalStep: SetupStep = {
  name: 'rehearsal',
  title: (language) => words[language].sample.title,
  look({ tried }, language): Found {
    const { button, step } = words[language].sample;
    const buttons = [{ type: 'button' as const, action_id: actions.rehearseSample, text: plain(button) }];
    return tried === undefined
      ? { state: 'missing', text: step.missing, buttons }
      : { state: 'done', text: step[tried], buttons };
  },
  atTerminal: (_facts, language) => words[language].sample.step.atTerminal,
};
