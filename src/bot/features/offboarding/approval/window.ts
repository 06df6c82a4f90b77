import type { Button, KnownBlock, ModalView } from '@slack/types';
import { tryWithin } from '../../../../time/clock.ts';
import type { Bot } from '../../../bot.ts';
import type { Approval } from '../../../ledger/approvals.ts';
import { say as sayRequests } from '../../../requests/messages.ts';
import { aboutRequest, OfRequest, requestButton } from '../../../requests/request-button.ts';
import { outcomePage } from '../../../requests/result-views.ts';
import type { By } from '../../../slack/button.ts';
import { textField } from '../../../slack/forms/field.ts';
import { noticeView } from '../../../slack/incoming/answer.ts';
import { modal } from '../../../slack/modal.ts';
import { confirmation, listed, listedMarkup, paragraph } from '../../../slack/views/blocks.ts';
import { isOffboarding, type OffboardingRequest } from '../request.ts';
import { say } from './messages.ts';
import { mayApprove } from './rules.ts';

/** Time limit for looking up the leaver, in milliseconds: a window may have to open within three seconds. */
const patience = 1_500;

type Open = { request: OffboardingRequest; approval: Approval | undefined } | { why: string };

/** Looks a request up for each press, since messages and windows may be out of date. */
async function openFor(id: string, isAnswer: boolean, by: By<Bot>): Promise<Open> {
  const request = await by.ledger.find(id);
  if (!request || !isOffboarding(request)) return { why: sayRequests().gone };
  const whyNoAnswer = request.requester === by.viewer.userId ? undefined : say().notYours;
  const why = isAnswer ? whyNoAnswer : await whyNot(request, by);
  if (why !== undefined) return { why };
  const approval = await by.ledger.approvalOf(id);
  if (request.state === 'awaiting_approval') return { request, approval };
  return { why: say().over(approval?.decided) };
}

/** Reason why a person may not decide: their own request, one about themselves, or no access. */
async function whyNot(request: OffboardingRequest, by: By<Bot>): Promise<string | undefined> {
  const { own, yours, notYou, unknownNow } = say();
  const { viewer } = by;
  if (request.requester === viewer.userId) return own;
  if (!mayApprove(request, viewer, by)) return notYou;
  const asked = by.findEmployee(request.payload.user, new Date(request.createdAt));
  const leaver = await tryWithin(by.clock, patience, asked);
  // The leaver must be known before anyone decides: it may be the viewer.
  if (!leaver) return unknownNow;
  return 'userId' in leaver && leaver.userId === viewer.userId ? yours : undefined;
}

/** "Approve": the request is sent. */
export const approve = requestButton({
  id: 'approval_approve',
  role: 'managers',
  title: () => say().title,
  async press(id, by: By<Bot>) {
    const { over } = say();
    const open = await openFor(id, false, by);
    if ('why' in open) return open.why;
    const decision = await by.ledger.approve(id, by.viewer.userId);
    if (decision.kind === 'taken') return undefined;
    return decision.kind === 'over' ? over((await by.ledger.approvalOf(id))?.decided) : sayRequests().gone;
  },
});

type Which = 'decline' | 'ask' | 'answer';

const mostCharacters = 1_000;

/** A form for a reason, a question or an answer. If nothing was saved, its page shows the text, so it isn't lost. */
function approvalWindow(which: Which) {
  return modal({
    id: `approval_${which}`,
    role: 'managers',
    metadata: OfRequest,
    facts: (by: By<Bot>, { request }): Promise<Open> => openFor(request, which === 'answer', by),
    title: () => say().buttons[which],
    fields() {
      const { label, hint } = say().forms[which];
      return { text: textField({ label, hint, required: true, multiline: true, most: mostCharacters }) };
    },
    open(open): ModalView | { above: KnownBlock[] } {
      const { title, asks, askedBack } = say();
      if ('why' in open) return noticeView(title, open.why);
      const { request, approval } = open;
      if (which !== 'answer') return { above: [paragraph(asks(request, 'first'))] };
      return { above: [paragraph(askedBack(request)), ...(approval ? conversation(approval) : [])] };
    },
    submit: {
      text: () => say().forms[which].submit,
      async run(open, { request: id }, values, { ledger, viewer: { userId } }) {
        const { missing, over, tooMany, saved, buttons } = say();
        const text = values.text?.trim() ?? '';
        if (text === '') return { errors: { text: missing } };
        const pageOf = (sentence: string, ...below: KnownBlock[]) =>
          outcomePage(buttons[which], [...listedMarkup([sentence]), ...below]);
        const refused = (why: string) => pageOf(why, ...listed([text]));
        if ('why' in open) return refused(open.why);
        const became = await save(which, id, { text, by: userId }, ledger);
        if (became.kind === 'taken') return pageOf(saved[which](open.request.requester));
        if (became.kind === 'tooMany') return refused(tooMany);
        return refused(
          became.kind === 'gone' ? sayRequests().gone : over((await ledger.approvalOf(id))?.decided),
        );
      },
    },
  });
}

function save(which: Which, id: string, { text, by }: Record<'text' | 'by', string>, ledger: Bot['ledger']) {
  if (which === 'decline') return ledger.decline(id, text, by);
  return ledger.writeAbout(id, { what: which === 'ask' ? 'asked' : 'answered', text }, by);
}

export const approvalWindows = {
  decline: approvalWindow('decline'),
  ask: approvalWindow('ask'),
  answer: approvalWindow('answer'),
};

/** Questions and answers about the request. */
export function conversation({ notes }: Approval): KnownBlock[] {
  return listedMarkup(notes.map(say().written));
}

/** `isOwn`: the service is Frontdesk's own, which can undo an offboarding. */
export function approvalButtons(request: OffboardingRequest, isOwn: boolean): Button[] {
  const { buttons, confirm } = say();
  const about = { request: request.id };
  return [
    {
      ...approve.show(request, buttons.approve),
      style: 'primary',
      confirm: confirmation({ ...confirm, text: confirm.text(request, isOwn) }),
    },
    approvalWindows.ask.button(about, aboutRequest(buttons.ask, request)),
    { ...approvalWindows.decline.button(about, aboutRequest(buttons.decline, request)), style: 'danger' },
  ];
}

export function answerButton(request: OffboardingRequest): Button {
  return approvalWindows.answer.button({ request: request.id }, aboutRequest(say().buttons.answer, request));
}
