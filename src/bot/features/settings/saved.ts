import type { ModalView } from '@slack/types';
import type { Language } from '../../../language.ts';
import { outcomePage } from '../../requests/result-views.ts';
import type { OpenView } from '../../slack/incoming/origin.ts';
import { alert, mrkdwn } from '../../slack/views/blocks.ts';
import { isUntouched } from '../../slack/views/inputs.ts';
import type { SettingName } from '../../storage/settings.ts';
import type { SettingsDeps } from './deps.ts';
import type { FormName } from './ids.ts';
import { words } from './words.ts';

/** The window after saving. @param lines what is so now, whoever has set it; in mrkdwn */
export function savedPage(name: FormName, lines: readonly string[], language: Language): ModalView {
  const { formTitles, saved } = words[language];
  return outcomePage(formTitles[name], [alert('success', saved), ...lines.map(mrkdwn)], language);
}

interface SentForm extends Pick<OpenView, 'blocks'> {
  state: { values: unknown };
}

/**
 * Whether a person left a setting as the form showed it. It is not saved then: somebody else may have changed it while
 * the form was open. What nobody could read is saved in any case, which mends it.
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
