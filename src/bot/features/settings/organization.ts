import type { ModalView } from '@slack/types';
import { zoneOfOtherName } from '../../../contract/zone-names.ts';
import type { Language } from '../../../language.ts';
import { isZone } from '../../../time/dates.ts';
import type { FormArgs } from '../../slack/incoming/args.ts';
import { languageIn } from '../../slack/incoming/reader.ts';
import type { SettingsDeps } from './deps.ts';
import { settingsFields } from './fields.ts';
import { settingBlocks, settingsForm } from './form.ts';
import { words } from './words.ts';

/** The organization's zone, and where a person's page is. */
export function organizationForm(deps: SettingsDeps, language: Language): ModalView {
  const fields = settingBlocks(settingsFields[language].organization, deps, language);
  return settingsForm('organization', fields, language);
}

export function receiveOrganization(deps: SettingsDeps) {
  const { settingsStore, clock } = deps;
  return async ({ ack, view, body, context }: FormArgs) => {
    const language = languageIn(context);
    const fields = settingsFields[language].organization;
    const { noZone, noProfile } = words[language].organization;
    const { timezone: typed, profileUrl } = fields.read(view.state.values);
    const timezone = typed && (isZone(typed) ? typed : (zoneOfOtherName(typed) ?? typed));
    const isProfile = profileUrl === undefined || /^https?:\/\/\S+\{id\}/.test(profileUrl);
    const errors = fields.errors({
      timezone: settingsStore.isFixed('timezone') || isZone(timezone ?? '') ? undefined : noZone,
      profileUrl: isProfile ? undefined : noProfile,
    });
    if (errors) return ack({ response_action: 'errors', errors });
    await settingsStore.save({ timezone, profileUrl }, body.user.id, clock.now());
    await ack();
  };
}
