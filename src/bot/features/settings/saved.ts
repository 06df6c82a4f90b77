import type { ModalView } from '@slack/types';
import { outcomePage } from '../../requests/result-views.ts';
import type { OpenView } from '../../slack/incoming/origin.ts';
import { alert, mrkdwn } from '../../slack/views/blocks.ts';
import { isUntouched } from '../../slack/views/inputs.ts';
import type { SettingName } from '../../storage/settings.ts';
import type { SettingsDeps } from './deps.ts';
import type { FormName } from './ids.ts';
import { say } from './messages.ts';

/** The page after saving. @param lines current values in mrkdwn, including changes by others */
export function savedPage(name: FormName, lines: readonly string[]): ModalView {
  const { formTitles, saved } = say();
  return outcomePage(formTitles[name], [alert('success', saved), ...lines.map(mrkdwn)]);
}

interface SentForm extends Pick<OpenView, 'blocks'> {
  state: { values: unknown };
}

/**
 * Whether the user left a setting unchanged. It isn't saved then, since others may have changed it while the form was
 * open. An unreadable setting is always saved, which repairs it.
 * @param ids of the blocks that hold it
 */
export function isLeft(
  name: SettingName,
  ids: readonly string[],
  sent: SentForm,
  { settingsStore }: Pick<SettingsDeps, 'settingsStore'>,
): boolean {
  return !settingsStore.unreadable().includes(name) && ids.every((id) => isUntouched(sent, id));
}
