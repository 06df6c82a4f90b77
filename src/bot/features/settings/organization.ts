import type { ModalView } from '@slack/types';
import { zoneOfOtherName } from '../../../contract/zone-names.ts';
import { isZone } from '../../../time/dates.ts';
import type { FormArgs } from '../../requests/form-answer.ts';
import type { SettingsDeps, StoreDeps } from './deps.ts';
import { organizationFields } from './fields.ts';
import { settingBlocks, settingsForm, unfixed } from './form.ts';
import { organization as words } from './messages.ts';

/** The organization's zone, and where a person's page is. */
export function organizationForm(deps: StoreDeps): ModalView {
  return settingsForm('organization', settingBlocks(organizationFields, deps));
}

export function receiveOrganization(deps: Pick<SettingsDeps, 'settingsStore' | 'clock'>) {
  const { settingsStore, clock } = deps;
  return async ({ ack, view, body }: FormArgs) => {
    const { timezone: typed, profileUrl } = organizationFields.read(view.state.values);
    const timezone = typed && (isZone(typed) ? typed : (zoneOfOtherName(typed) ?? typed));
    const isProfile = profileUrl === undefined || /^https?:\/\/\S+\{id\}/.test(profileUrl);
    const errors = organizationFields.errors({
      timezone: settingsStore.isFixed('timezone') || isZone(timezone ?? '') ? undefined : words.noZone,
      profileUrl: isProfile ? undefined : words.noProfile,
    });
    if (errors) return ack({ response_action: 'errors', errors });
    await settingsStore.save(unfixed({ timezone, profileUrl }, deps), body.user.id, clock.now());
    await ack();
  };
}
