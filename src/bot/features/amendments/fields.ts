import { perLanguage } from '../../../language.ts';
import type { Amendment } from '../../ledger/requests/request.ts';
import { Form } from '../../slack/forms/form.ts';
import { dateField } from '../../slack/forms/typed-fields.ts';
import { say } from './messages.ts';

export const formId = 'amendment';

export const actions = {
  moved: 'amendment_moved',
  calledOff: 'amendment_called_off',
  resumed: 'amendment_resumed',
} as const satisfies Record<Amendment['kind'], string>;

/** Field for the new day. */
export function dayForm(label: string) {
  return new Form(formId, { day: dateField({ id: 'amended_day', label, required: true }) });
}

/** For ids and values, which don't depend on the label. */
export const dayFields = perLanguage(() => dayForm(say().saved));
