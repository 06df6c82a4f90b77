import { z } from 'zod';
import { outcomePage } from '../../requests/result-views.ts';
import { type ModalServices, modal } from '../../slack/modal.ts';
import { alert, paragraph } from '../../slack/views/blocks.ts';
import type { SettingsStore } from '../../storage/settings.ts';
import { say } from './messages.ts';

interface SwitchServices extends ModalServices {
  settingsStore: Pick<SettingsStore, 'current' | 'save'>;
}

/** Turns the synchronization with Slack on or off. */
export const switchWindow = modal({
  id: 'people_in_step',
  role: 'hr',
  metadata: z.object({}),
  /** The state to switch to, so that two people pressing at once don't undo each other. */
  kept: z.object({ on: z.boolean() }),
  facts: async ({ settingsStore }: SwitchServices) => ({ isOn: settingsStore.current().peopleInStep.on }),
  title: () => say().inStep.title,
  open({ isOn }) {
    const { on, off, what, lines, before } = say().inStep;
    return {
      above: [isOn ? on : off, what, ...lines, before].map((line) => paragraph(line)),
      keep: { on: !isOn },
    };
  },
  submit: {
    text: ({ isOn }) => (isOn ? say().inStep.turnOff : say().inStep.turnOn),
    async run({ isOn }, { on }, _values, { settingsStore, clock, viewer }) {
      const now = clock.now();
      if (isOn !== on)
        await settingsStore.save({ peopleInStep: { on, since: now.toISOString() } }, viewer.userId, now);
      return outcomePage(say().inStep.title, [alert('success', say().inStep.saved[on ? 'on' : 'off'])]);
    },
  },
});
