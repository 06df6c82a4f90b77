import type { SettingName, Settings } from '../storage/settings.ts';
import { accessCheck } from './access.ts';
import { channelChecks } from './channels.ts';
import type { Check } from './check.ts';
import { type ClockReadings, clockCheck } from './machine.ts';
import {
  type Connected,
  serviceCheck,
  serviceListsCheck,
  serviceRoleCheck,
  serviceTokenCheck,
  serviceVersionCheck,
} from './service.ts';
import { type AskSlack, scopesCheck, slackCheck, tokenCheck, wayInCheck } from './slack.ts';

interface Looked {
  slack: AskSlack;
  wayIn: Check['look'];
  settings: Settings;
  unreadable: readonly SettingName[];
  connected: Connected;
  allowAdminCreatingEndpoint: boolean;
  readings: ClockReadings;
  needsFor(what: SettingName | 'connection'): readonly string[];
}

export function connectionChecks(looked: Looked): Check[] {
  const { slack, settings, connected, readings, needsFor } = looked;
  const isUnreadable = (...names: SettingName[]) => names.some((name) => looked.unreadable.includes(name));
  const lists = { settings, isUnreadable: isUnreadable('hr', 'managers') };
  const channels = { settings, isUnreadable: isUnreadable('channels', 'privateChannel'), needsFor };
  const asked = () => Promise.allSettled([slack.identity(), connected.service?.greeting()]);
  return [
    slackCheck(slack),
    tokenCheck(slack),
    wayInCheck(looked.wayIn),
    scopesCheck(slack),
    accessCheck(slack, lists, needsFor('hr')),
    ...channelChecks(slack, channels),
    serviceCheck(connected, needsFor('connection')),
    ...(connected.service ? serviceChecks(connected.service, looked) : []),
    clockCheck(readings, asked),
  ];
}

function serviceChecks(
  service: NonNullable<Connected['service']>,
  { allowAdminCreatingEndpoint }: Pick<Looked, 'allowAdminCreatingEndpoint'>,
): Check[] {
  return [
    serviceTokenCheck(service),
    serviceRoleCheck(service),
    serviceVersionCheck(service, allowAdminCreatingEndpoint),
    serviceListsCheck(service),
  ];
}
