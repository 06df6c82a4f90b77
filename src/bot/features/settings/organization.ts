import type { ModalView } from '@slack/types';
import { zoneOfOtherName } from '../../../contract/zone-names.ts';
import { isZone } from '../../../time/dates.ts';
import type { FeatureDeps } from '../../feature.ts';
import type { FormArgs } from '../../requests/form-answer.ts';
import { readForm } from '../../slack/views/inputs.ts';
import { fields } from './fields.ts';
import { settingsForm, textField, unlessFixed } from './form.ts';
import { organization as words } from './messages.ts';

/** The organization's zone, and where a person's page is. */
export function organizationForm({ settingsStore }: FeatureDeps): ModalView {
  const { timezone, profileUrl } = settingsStore.current();
  const zone = { value: timezone, hint: words.timezoneHint };
  const profile = { value: profileUrl, hint: words.profileHint, optional: true };
  return settingsForm('organization', [
    unlessFixed(
      settingsStore.isFixed('timezone'),
      words.timezone,
      textField(fields.timezone, words.timezone, zone),
    ),
    unlessFixed(
      settingsStore.isFixed('profileUrl'),
      words.profileUrl,
      textField(fields.profileUrl, words.profileUrl, profile),
    ),
  ]);
}

export function receiveOrganization({ settingsStore, clock }: FeatureDeps) {
  return async ({ ack, view, body }: FormArgs) => {
    const form = readForm(view.state.values);
    const typed = form.text(fields.timezone);
    const timezone = typed && (isZone(typed) ? typed : (zoneOfOtherName(typed) ?? typed));
    const profileUrl = form.text(fields.profileUrl);
    const errors = {
      ...(!settingsStore.isFixed('timezone') &&
        !isZone(timezone ?? '') && { [fields.timezone]: words.noZone }),
      ...(profileUrl !== undefined &&
        !/^https?:\/\/\S+\{id\}/.test(profileUrl) && { [fields.profileUrl]: words.noProfile }),
    };
    if (Object.keys(errors).length > 0) return ack({ response_action: 'errors', errors });
    await settingsStore.save(
      {
        ...(!settingsStore.isFixed('timezone') && { timezone }),
        ...(!settingsStore.isFixed('profileUrl') && { profileUrl }),
      },
      body.user.id,
      clock.now(),
    );
    await ack();
  };
}
