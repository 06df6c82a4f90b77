import type { SettingName, Settings } from '../storage/settings.ts';
import type { Check } from './check.ts';
import { type ClockReadings, clockCheck } from './machine/clock.ts';
import { serviceListsCheck } from './service/lists.ts';
import { type Connected, serviceCheck } from './service/reach.ts';
import { serviceRoleCheck, serviceTokenCheck } from './service/token.ts';
import { serviceVersionCheck } from './service/version.ts';
import { accessCheck } from './slack/access.ts';
import type { AskSlack } from './slack/ask-slack.ts';
import { channelChecks } from './slack/channels.ts';
import { slackCheck, tokenCheck } from './slack/reach.ts';
import { scopesCheck } from './slack/scopes.ts';
import { wayInCheck } from './slack/way-in.ts';

interface Looked {
  slack: AskSlack;
  wayIn: Check['look'];
  settings: Settings;
  unreadable: readonly SettingName[];
  connected: Connected;
  /** See `ClientOptions`. */
  allowAdminCreatingEndpoint: boolean;
  readings: ClockReadings;
  needsFor(what: SettingName | 'connection'): readonly string[];
}

/** Checks of everything between Frontdesk, Slack and the onboarding service, in display order. */
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
