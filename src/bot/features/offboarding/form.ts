import type { ModalView } from '@slack/types';
import { newReference } from '../../../reference.ts';
import { say as saySlack } from '../../slack/messages.ts';
import { alert, paragraph, plain } from '../../slack/views/blocks.ts';
import type { OffboardingDeps } from './deps.ts';
import { type OffboardingValues, offboardingFields, offboardingForms } from './fields.ts';
import { formId } from './ids.ts';
import { say } from './messages.ts';

export interface Filling {
  prefill?: OffboardingValues | undefined;
  notice?: string;
}

/** A new offboarding form. It opens with any prefill: values that don't fit are listed above the fields. */
export function offboardingForm(
  { directory, sequenceTasks }: Pick<OffboardingDeps, 'directory' | 'sequenceTasks'>,
  { prefill = {}, notice }: Filling = {},
): ModalView {
  const { title, form: around, notices } = say();
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
    close: plain(saySlack().cancel),
    blocks: [
      ...(said === undefined ? [] : [alert('warning', said)]),
      paragraph(around.intro),
      ...offboardingForms().blocks(values, offered),
    ],
  };
}
