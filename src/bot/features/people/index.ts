import type { Feature } from '../../feature.ts';
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
  const { app, only } = deps;
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
    register() {
      app.action(actions.open, only('hr'), openImport(importing));
      app.view(importId, only('hr'), receiveImport(importing));
      app.action(actions.switch, only('hr'), openSwitch(deps));
      app.view(switchId, only('hr'), receiveSwitch(deps));
      app.event('team_join', following.onJoin);
      app.event('user_change', following.onChange);
    },
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
