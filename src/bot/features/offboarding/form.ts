import type { ModalView } from '@slack/types';
import type { Language } from '../../../language.ts';
import { newReference } from '../../../reference.ts';
import { alert, paragraph, plain } from '../../slack/views/blocks.ts';
import { words as slackWords } from '../../slack/words.ts';
import type { OffboardingDeps } from './deps.ts';
import { type OffboardingValues, offboardingFields, offboardingForms } from './fields.ts';
import { formId } from './ids.ts';
import { words } from './words.ts';

export interface Filling {
  prefill?: OffboardingValues | undefined;
  notice?: string;
}

/** A new offboarding form. It opens with any prefill: values that don't fit are listed above the fields. */
export function offboardingForm(
  { directory, sequenceTasks }: Pick<OffboardingDeps, 'directory' | 'sequenceTasks'>,
  language: Language,
  { prefill = {}, notice }: Filling = {},
): ModalView {
  const { title, form: around, notices } = words[language];
  directory.refreshIfOlder(60_000);
  sequenceTasks.warm();
  const offered = { snapshot: directory.current() };
  const { values, unfit } = offboardingFields.fit(prefill, offered);
  const texts = unfit.flatMap((one) => one.texts);
  const said = notice ?? (texts.length > 0 ? notices.unfit(texts) : undefined);
  return {
    type: 'modal',
    callback_id: formId,
    // One form makes at most one request.
    private_metadata: JSON.stringify({ form: newReference('F') }),
    title: plain(title),
    submit: plain(around.next),
    close: plain(slackWords[language].cancel),
    blocks: [
      ...(said === undefined ? [] : [alert('warning', said)]),
      paragraph(around.intro),
      ...offboardingForms[language].blocks(values, offered),
    ],
  };
}
