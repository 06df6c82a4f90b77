import type { ModalView } from '@slack/types';
import type { Language } from '../../../language.ts';
import { newReference } from '../../../reference.ts';
import { alert, paragraph, plain } from '../../slack/views/blocks.ts';
import { words as slackWords } from '../../slack/words.ts';
import type { OffboardingDeps } from './deps.ts';
import { type OffboardingValues, offboardingFields, offboardingForms } from './fields.ts';
import { formId } from './ids.ts';
import { words } from './words.ts';

/** With what a form is to be filled in. */
export interface Filling {
  prefill?: OffboardingValues | undefined;
  /** Stands at the top, e.g. that the mentioned person is no employee. */
  notice?: string;
}

/**
 * An offboarding form that has not been submitted yet. Whatever it is to be filled in with, it opens: what does not fit
 * is said above the fields.
 */
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
    // One form makes one request, however often it is submitted.
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
