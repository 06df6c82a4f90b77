import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { Bot } from '../../bot.ts';
import type { Feature, Viewer } from '../../feature.ts';
import { type Found, type SetupStep, uncounted, wayOf } from '../../health/setup-step.ts';
import { outcomePage } from '../../requests/result-views.ts';
import { on } from '../../slack/incoming/listeners.ts';
import { modal } from '../../slack/modal.ts';
import { alert, paragraph, row } from '../../slack/views/blocks.ts';
import { createSlackReading } from './candidates.ts';
import { followSlack } from './follow.ts';
import { importedMessage, importWindow } from './import.ts';
import { gone, goneMany } from './leavers.ts';
import { say } from './messages.ts';

/** Turns the synchronization with Slack on or off. */
export const switchWindow = modal({
  id: 'people_in_step',
  role: 'hr',
  /** The state to switch to, so that two people pressing at once don't undo each other. */
  kept: z.object({ on: z.boolean() }),
  facts: async ({ settingsStore }: Bot) => ({ isOn: settingsStore.current().peopleInStep.on }),
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

export function peopleFeature(deps: Bot): Feature {
  const stopping = new AbortController();
  const { signal } = stopping;
  const importing = { ...deps, readSlack: createSlackReading(deps, signal), stopping: signal };
  const following = followSlack(deps);
  return {
    listeners: [...importWindow.listeners(importing), ...switchWindow.listeners(deps)],
    events: [on.event('team_join', following.onJoin), on.event('user_change', following.onChange)],
    settings(viewer) {
      if (deps.additions.known().size === 0) following.lookSoon();
      return settingsRows(viewer, deps);
    },
    messages: [importedMessage, gone.with(deps), goneMany],
    begin: following.begin,
    async stop() {
      stopping.abort();
      await following.stop();
    },
  };
}

function settingsRows({ role }: Viewer, { additions, settingsStore }: Bot): KnownBlock[] {
  if (role !== 'hr' || !additions.known().has('people')) return [];
  const { home, title } = say();
  const { on } = settingsStore.current().peopleInStep;
  return [
    paragraph(home.text[on ? 'on' : 'off']),
    ...row(importWindow.button({}, { text: title }), switchWindow.button({}, { text: home.switch })),
  ];
}

export const peopleStep: SetupStep = {
  name: 'people',
  title: () => say().setup.title,
  look(facts): Found {
    const { missing, done } = say().setup;
    if (!facts.counted) return uncounted(facts);
    const { people } = facts.counted;
    if (people > 0) return { state: 'done', text: done(people) };
    const way = wayOf(facts, ['people']);
    return {
      state: 'missing',
      text: missing[way],
      ...(way === 'slack' && { buttons: [importWindow.button({}, { text: say().title })] }),
    };
  },
  atTerminal: (facts) => say().setup.atTerminal[facts.service.isOwn ? 'own' : wayOf(facts, ['people'])],
};
