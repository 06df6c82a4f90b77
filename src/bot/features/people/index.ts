import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { Feature, Viewer } from '../../feature.ts';
import { outcomePage } from '../../requests/result-views.ts';
import { on } from '../../slack/incoming/listeners.ts';
import { type ModalServices, modal } from '../../slack/modal.ts';
import { alert, paragraph, row } from '../../slack/views/blocks.ts';
import type { SettingsStore } from '../../storage/settings.ts';
import { createSlackReading, type PeopleDeps } from './candidates.ts';
import { followSlack } from './follow.ts';
import { importedMessage, importWindow } from './import.ts';
import { defineGone, goneMany } from './leavers.ts';
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

export function peopleFeature(deps: PeopleDeps): Feature {
  const gone = defineGone(deps);
  const stopping = new AbortController();
  const { signal } = stopping;
  const importing = { ...deps, readSlack: createSlackReading({ ...deps, signal }), stopping: signal };
  const following = followSlack(deps, gone);
  return {
    listeners: [...importWindow.listeners(importing), ...switchWindow.listeners(deps)],
    events: [on.event('team_join', following.onJoin), on.event('user_change', following.onChange)],
    settings(viewer) {
      if (deps.additions.known().size === 0) following.lookSoon();
      return settingsRows(viewer, deps);
    },
    messages: [importedMessage, gone, goneMany],
    begin: following.begin,
    async stop() {
      stopping.abort();
      await following.stop();
    },
  };
}

type RowServices = Pick<PeopleDeps, 'additions' | 'settingsStore'>;

function settingsRows({ role }: Viewer, { additions, settingsStore }: RowServices): KnownBlock[] {
  if (role !== 'hr' || !additions.known().has('people')) return [];
  const { home, title } = say();
  const { on } = settingsStore.current().peopleInStep;
  return [
    paragraph(home.text[on ? 'on' : 'off']),
    ...row(importWindow.button({}, { text: title }), switchWindow.button({}, { text: home.switch })),
  ];
}
