import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { perLanguage } from '../../../../language.ts';
import type { Approval } from '../../../ledger/approvals/look-up.ts';
import { outcomePage } from '../../../requests/result-views.ts';
import { textField } from '../../../slack/forms/fields.ts';
import { Form } from '../../../slack/forms/form.ts';
import { say as saySlack } from '../../../slack/messages.ts';
import { listed, listedMarkup, paragraph, plain } from '../../../slack/views/blocks.ts';
import { type ApprovalForm, approvalFormIds } from '../ids.ts';
import type { OffboardingRequest } from '../request.ts';
import { conversation } from './asked.ts';
import { say } from './messages.ts';

const mostCharacters = 1_000;

export const approvalFields = perLanguage(() => {
  const { forms } = say();
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
): ModalView {
  const { forms, asks, askedBack } = say();
  const about =
    which === 'answer'
      ? [paragraph(askedBack(request)), ...(approval ? conversation(approval) : [])]
      : [paragraph(asks(request, 'first'))];
  const { title, submit } = forms[which];
  return {
    type: 'modal',
    callback_id: approvalFormIds[which],
    private_metadata: JSON.stringify({ id: request.id } satisfies z.infer<typeof Metadata>),
    title: plain(title),
    submit: plain(submit),
    close: plain(saySlack().cancel),
    blocks: [...about, ...approvalFields()[which].blocks({}, undefined)],
  };
}

/** The form's last page. */
export function savedPage(which: ApprovalForm, { requester }: OffboardingRequest): ModalView {
  const { forms, saved } = say();
  return outcomePage(forms[which].title, listedMarkup([saved[which](requester)]));
}

/** Replaces the form if nothing was saved: the reason, and the typed text so it isn't lost. */
export function refusedPage(which: ApprovalForm, why: string, text: string): ModalView {
  const { forms } = say();
  const blocks = [...listedMarkup([why]), ...listed([text])];
  return outcomePage(forms[which].title, blocks);
}
