import { inEachLanguage } from '../../../language.ts';
import type { Amendment } from '../../ledger/requests/request.ts';
import { Form } from '../../slack/forms/form.ts';
import { dateField } from '../../slack/forms/typed-fields.ts';
import { words } from './words.ts';

/** The form's callback id. */
export const formId = 'amendment';

/** The action ids of the buttons that lead to it, by what is to be said. */
export const actions = {
  moved: 'amendment_moved',
  calledOff: 'amendment_called_off',
  resumed: 'amendment_resumed',
} as const satisfies Record<Amendment['kind'], string>;

/** What has to be entered where another day counts. */
export function dayForm(label: string) {
  return new Form(formId, { day: dateField({ id: 'amended_day', label, required: true }) });
}

/** For its ids, and what is read: they are the same whatever the label. */
export const dayFields = inEachLanguage((language) => dayForm(words[language].saved));
