import type { KnownBlock } from '@slack/types';
import type { Feature, Viewer } from '../../feature.ts';
import { on } from '../../slack/incoming/listeners.ts';
import { paragraph, row } from '../../slack/views/blocks.ts';
import { createSlackReading, type PeopleDeps } from './candidates.ts';
import { followSlack } from './follow.ts';
import { importedMessage, importWindow } from './import.ts';
import { defineGone, goneMany } from './leavers.ts';
import { say } from './messages.ts';
import { switchWindow } from './switch.ts';

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
