import type { Feature } from '../../feature.ts';
import { on } from '../../slack/incoming/listeners.ts';
import type { PeopleDeps } from './deps.ts';
import { homePart } from './home.ts';
import { actions, importId, switchId } from './ids.ts';
import { defineImportMessages } from './import/announcements.ts';
import { openImport, receiveImport } from './import/on-import.ts';
import { createSlackReading } from './import/read-slack.ts';
import { followSlack } from './in-step/follow.ts';
import { defineGone } from './in-step/leavers.ts';
import { goneMany } from './in-step/many-leavers.ts';
import { openSwitch, receiveSwitch } from './in-step/switch.ts';

/** Imports Slack members into services that support it: once on request, or continuously if HR wants that. */
export function peopleFeature(deps: PeopleDeps): Feature {
  const [messages, gone] = [defineImportMessages(deps.imports), defineGone(deps)];
  const stopping = new AbortController();
  const importing = {
    ...deps,
    readSlack: createSlackReading({ ...deps, signal: stopping.signal }),
    messages,
    stopping: stopping.signal,
  };
  const following = followSlack(deps, gone);
  return {
    listeners: [
      on.action(actions.open, 'hr', openImport(importing)),
      on.view(importId, 'hr', receiveImport(importing)),
      on.action(actions.switch, 'hr', openSwitch(deps)),
      on.view(switchId, 'hr', receiveSwitch(deps)),
    ],
    events: [on.event('team_join', following.onJoin), on.event('user_change', following.onChange)],
    home(viewer) {
      if (deps.additions.known().size === 0) following.lookSoon();
      return homePart(viewer, deps);
    },
    messages: [messages.toPerson, messages.inWindow, gone, goneMany],
    begin: following.begin,
    async stop() {
      stopping.abort();
      await following.stop();
    },
  };
}
