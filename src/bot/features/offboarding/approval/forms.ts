import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { inEachLanguage, type Language } from '../../../../language.ts';
import type { Approval } from '../../../ledger/approvals/look-up.ts';
import { outcomePage } from '../../../requests/result-views.ts';
import { Form } from '../../../slack/forms/form.ts';
import { textField } from '../../../slack/forms/typed-fields.ts';
import { listed, listedMarkup, paragraph, plain } from '../../../slack/views/blocks.ts';
import { words as slackWords } from '../../../slack/words.ts';
import { type ApprovalForm, approvalFormIds } from '../ids.ts';
import type { OffboardingRequest } from '../request.ts';
import { words } from '../words.ts';
import { conversation } from './asked.ts';

const mostCharacters = 1_000;

export const approvalFields = inEachLanguage((language) => {
  const { forms } = words[language].approval;
  const fieldOf = ({ label, hint }: { label: string; hint: string }) =>
    new Form('approval', {
      text: textField({
        id: 'approval_text',
        label,
        hint,
        required: true,
        multiline: true,
        most: mostCharacters,
      }),
    });
  return {
    decline: fieldOf(forms.decline),
    ask: fieldOf(forms.ask),
    answer: fieldOf(forms.answer),
  };
});

/** Private metadata: the request's reference. */
export const Metadata = z.object({ id: z.string() });

/**
 * Form for a reason, a question or an answer.
 * @param approval the conversation so far, with the question to answer
 */
export function approvalForm(
  which: ApprovalForm,
  { request, approval }: { request: OffboardingRequest; approval: Approval | undefined },
  language: Language,
): ModalView {
  const { forms, asks, askedBack } = words[language].approval;
  const about =
    which === 'answer'
      ? [paragraph(askedBack(request)), ...(approval ? conversation(approval, language) : [])]
      : [paragraph(asks(request, 'first'))];
  const { title, submit } = forms[which];
  return {
    type: 'modal',
    callback_id: approvalFormIds[which],
    private_metadata: JSON.stringify({ id: request.id } satisfies z.infer<typeof Metadata>),
    title: plain(title),
    submit: plain(submit),
    close: plain(slackWords[language].cancel),
    blocks: [...about, ...approvalFields[language][which].blocks({}, undefined)],
  };
}

/** The form's last page. */
export function savedPage(
  which: ApprovalForm,
  { requester }: OffboardingRequest,
  language: Language,
): ModalView {
  const { forms, saved } = words[language].approval;
  return outcomePage(forms[which].title, listedMarkup([saved[which](requester)]), language);
}

/** Replaces the form if nothing was saved: the reason, and the typed text so it isn't lost. */
export function refusedPage(which: ApprovalForm, why: string, text: string, language: Language): ModalView {
  const { forms } = words[language].approval;
  const blocks = [...listedMarkup([why]), ...listed([text])];
  return outcomePage(forms[which].title, blocks, language);
}
