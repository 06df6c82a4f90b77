import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { perLanguage } from '../../../../language.ts';
import { within } from '../../../../time/clock.ts';
import type { Approval } from '../../../ledger/approvals.ts';
import { outcomePage } from '../../../requests/result-views.ts';
import { textField } from '../../../slack/forms/field.ts';
import { Form } from '../../../slack/forms/form.ts';
import { answerPrivately, noticeView } from '../../../slack/incoming/answer.ts';
import type { ButtonArgs, FormArgs } from '../../../slack/incoming/listeners.ts';
import { type Viewer, viewerOf } from '../../../slack/incoming/origin.ts';
import { say as saySlack } from '../../../slack/messages.ts';
import { listed, listedMarkup, paragraph, plain } from '../../../slack/views/blocks.ts';
import { showAbove } from '../../../slack/views/open-view.ts';
import type { OffboardingDeps } from '../deps.ts';
import { type ApprovalForm, approvalFormIds } from '../ids.ts';
import { isOffboarding, type OffboardingRequest } from '../request.ts';
import { conversation } from './asked.ts';
import { say } from './messages.ts';
import { mayApprove } from './rules.ts';

/** Time limit for looking up the leaver, in milliseconds: a window may have to open within three seconds. */
const patience = 1_500;

type Open = { request: OffboardingRequest } | { why: string };

/** Looks a request up for each press, since messages and windows may be out of date. */
async function openFor(id: string, viewer: Viewer, isAnswer: boolean, deps: OffboardingDeps): Promise<Open> {
  const approval = say();
  const request = await deps.ledger.find(id);
  if (!request || !isOffboarding(request)) return { why: approval.gone };
  const why = isAnswer ? whyNoAnswer(request, viewer) : await whyNot(request, viewer, deps);
  if (why !== undefined) return { why };
  if (request.state === 'awaiting_approval') return { request };
  return { why: approval.over((await deps.ledger.approvalOf(id))?.decided) };
}

function whyNoAnswer({ requester }: OffboardingRequest, { userId }: Viewer) {
  return requester === userId ? undefined : say().notYours;
}

/** Reason why a person may not decide: their own request, one about themselves, or no access. */
async function whyNot(
  request: OffboardingRequest,
  viewer: Viewer,
  deps: OffboardingDeps,
): Promise<string | undefined> {
  const { own, yours, notYou, unknownNow } = say();
  if (request.requester === viewer.userId) return own;
  if (!mayApprove(request, viewer, deps)) return notYou;
  const asked = deps.findEmployee(request.payload.user, new Date(request.createdAt)).catch(() => undefined);
  const leaver = await within(deps.clock, patience, asked);
  // The leaver must be known before anyone decides: it may be the viewer.
  if (!leaver) return unknownNow;
  return 'userId' in leaver && leaver.userId === viewer.userId ? yours : undefined;
}

export function approve(deps: OffboardingDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const viewer = viewerOf(args);
    const { title, gone, over } = say();
    const id = args.action.value ?? '';
    const reply = async (sentence: string) => {
      if (!(await deps.requestPages.showAgain(args, id, sentence)))
        await answerPrivately(args, title, sentence);
    };
    const open = await openFor(id, viewer, false, deps);
    if ('why' in open) return reply(open.why);
    const decision = await deps.ledger.approve(id, viewer.userId);
    if (decision.kind === 'taken') return void (await deps.requestPages.showAgain(args, id));
    return reply(decision.kind === 'over' ? over((await deps.ledger.approvalOf(id))?.decided) : gone);
  };
}

export function openApprovalForm(which: ApprovalForm, deps: OffboardingDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const viewer = viewerOf(args);
    const { title } = say();
    const id = args.action.value ?? '';
    const open = await openFor(id, viewer, which === 'answer', deps);
    const view =
      'why' in open
        ? noticeView(title, open.why)
        : approvalForm(which, { ...open, approval: await deps.ledger.approvalOf(id) });
    await showAbove(deps.windows, args, view);
  };
}

export function receiveApprovalForm(which: ApprovalForm, deps: OffboardingDeps) {
  return async (args: FormArgs) => {
    const { ack, view } = args;
    const viewer = viewerOf(args);
    const { userId } = viewer;
    const { missing, gone, over, tooMany } = say();
    const form = approvalFields()[which];
    const text = form.read(view.state.values).text?.trim() ?? '';
    if (text === '') {
      const errors = form.errors({ text: missing });
      return ack({ response_action: 'errors', errors: errors ?? {} });
    }
    const refuse = (why: string) => ack({ response_action: 'update', view: refusedPage(which, why, text) });
    const { id } = Metadata.parse(JSON.parse(view.private_metadata));
    const open = await openFor(id, viewer, which === 'answer', deps);
    if ('why' in open) return refuse(open.why);
    const became = await save(which, id, { text, by: userId }, deps);
    if (became.kind === 'tooMany') return refuse(tooMany);
    if (became.kind === 'gone') return refuse(gone);
    if (became.kind !== 'taken') return refuse(over((await deps.ledger.approvalOf(id))?.decided));
    return ack({ response_action: 'update', view: savedPage(which, open.request) });
  };
}

function save(
  which: ApprovalForm,
  id: string,
  { text, by }: { text: string; by: string },
  { ledger }: Pick<OffboardingDeps, 'ledger'>,
) {
  if (which === 'decline') return ledger.decline(id, text, by);
  return ledger.writeAbout(id, { what: which === 'ask' ? 'asked' : 'answered', text }, by);
}

const mostCharacters = 1_000;

const approvalFields = perLanguage(() => {
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

const Metadata = z.object({ id: z.string() });

/** `approval` holds the conversation so far, with the question to answer. */
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
