import type { ModalView } from '@slack/types';
import { zones as knownZones } from '../../../contract/choices.ts';
import { dayIn, isZone } from '../../../time/dates.ts';
import type { Menu } from '../../menus.ts';
import type { FormArgs } from '../../slack/incoming/listeners.ts';
import { escapeMrkdwn } from '../../slack/views/blocks.ts';
import { labelOf } from '../../slack/views/view.ts';
import { serviceZone, zoneOption, zonesMenu } from '../../zones.ts';
import type { SettingsDeps } from './deps.ts';
import { settingsFields } from './fields.ts';
import { isLeft, savedPage, settingBlocks, settingsForm, shownValue } from './form.ts';
import { say } from './messages.ts';

export function organizationForm(deps: SettingsDeps): ModalView {
  const current = deps.settingsStore.current();
  const values = { ...current, timezone: zoneOption(current.timezone, todayIn(deps)) };
  const fields = settingBlocks(settingsFields().organization, values, deps);
  return settingsForm('organization', fields);
}

function todayIn({ settingsStore, clock }: SettingsDeps) {
  return dayIn(settingsStore.current().timezone, clock.now());
}

/**
 * Frontdesk itself computes with the zone, so only the running Node has to support it. A saved zone outside
 * the list, such as a fixed offset, is kept.
 */
function organizationZones(saved: string): readonly string[] {
  const newer = Intl.supportedValuesOf('timeZone').filter((name) => !serviceZone(name, knownZones));
  const all = [...knownZones.filter(isZone), ...newer];
  return all.includes(saved) ? all : [saved, ...all];
}

export function organizationZonesMenu(deps: SettingsDeps, query: string): Menu {
  return zonesMenu(organizationZones(deps.settingsStore.current().timezone), query, todayIn(deps));
}

const names = ['timezone', 'profileUrl'] as const;

export function receiveOrganization(deps: SettingsDeps) {
  const { settingsStore, clock } = deps;
  return async ({ ack, view, body }: FormArgs) => {
    const fields = settingsFields().organization;
    const { noZone, noProfile } = say().organization;
    const { timezone: chosen, profileUrl } = fields.read(view.state.values);
    const timezone = chosen?.value ?? '';
    const isProfile = profileUrl === undefined || /^https?:\/\/\S+\{id\}/.test(profileUrl);
    const errors = fields.errors({
      timezone: settingsStore.isFixed('timezone') || isZone(timezone) ? undefined : noZone,
      profileUrl: isProfile ? undefined : noProfile,
    });
    if (errors) return ack({ response_action: 'errors', errors });
    const changed = names.filter((name) => !isLeft(name, [fields.idOf(name)], view, deps));
    const given = { timezone, profileUrl };
    const wanted = Object.fromEntries(changed.map((name) => [name, given[name]]));
    await settingsStore.save(wanted, body.user.id, clock.now());
    await ack({ response_action: 'update', view: organizationSaved(deps) });
  };
}

function organizationSaved(deps: SettingsDeps): ModalView {
  const { shown, shownProfile } = say().organization;
  const current = deps.settingsStore.current();
  const zone = labelOf(zoneOption(current.timezone, todayIn(deps)));
  const lines = [shown(escapeMrkdwn(zone)), shownProfile(shownValue('profileUrl', current))];
  return savedPage('organization', lines);
}
