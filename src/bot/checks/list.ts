import type { SettingName, Settings } from '../storage/settings.ts';
import { type Check, failure, ok, unchecked, warning } from './check.ts';
import { type ClockReadings, clockCheck } from './machine.ts';
import { type Connected, serviceCheck } from './service/reach.ts';
import {
  serviceListsCheck,
  serviceRoleCheck,
  serviceTokenCheck,
  serviceVersionCheck,
} from './service/token.ts';
import { accessCheck } from './slack/access.ts';
import type { AskSlack } from './slack/ask-slack.ts';
import { channelChecks } from './slack/channels.ts';
import { say } from './slack/messages.ts';
import { slackCheck, tokenCheck } from './slack/reach.ts';
import { wayInCheck } from './slack/way-in.ts';

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

/** Scopes without which Frontdesk is useless; the others only limit it. */
const vital = new Set(['commands', 'chat:write', 'users:read', 'users:read.email']);

function scopesCheck({ identity }: Pick<AskSlack, 'identity'>): Check {
  return {
    name: 'slack-permissions',
    title: () => say().scopes.title,
    needs: ['slack-token'],
    async look() {
      const { scopes } = await identity();
      if (!scopes) return unchecked(() => say().scopes.unknown);
      const missing = wanted.filter((scope) => !scopes.includes(scope));
      if (missing.length === 0) return ok(() => say().scopes.fine(wanted.length));
      const lacking = () => say().scopes.missing(missing.map((scope) => named(scope)));
      return missing.some((scope) => vital.has(scope))
        ? failure(lacking, missing.join(' '))
        : warning(lacking);
    },
  };
}

type Scope = keyof ReturnType<typeof say>['scopes']['purposes'];

const wanted = Object.keys(say().scopes.purposes) as Scope[];

function named(scope: Scope): string {
  const { one, purposes } = say().scopes;
  return one(scope, purposes[scope]);
}
