import type { KnownBlock } from '@slack/types';
import type { Offboarding } from '../../../../contract/employee.ts';
import { previewBlocks } from '../../../preview/preview-blocks.ts';
import { alert, listed, mrkdwn, paragraph } from '../../../slack/views/blocks.ts';
import { labelOf } from '../../../slack/views/view.ts';
import { say as sayApproval } from '../approval/messages.ts';
import { say as sayOffboarding } from '../messages.ts';
import { say } from './messages.ts';
import type { LookedAt, SecondLook } from './second-look.ts';

export interface Check extends LookedAt {
  look: SecondLook;
  /** Slack user who starts it. */
  userId: string;
}

export const forApproval = 'approval';

/** Codes of everything a person agrees to on the page. */
export function askedBy({ earlier, look }: Check): string[] {
  return [
    ...look.points.map(({ code }) => code),
    ...(earlier ? [`change-${earlier.id}`] : []),
    ...(look.isForApproval ? [forApproval] : []),
  ];
}

/** Blocks of the page. @param action gives the ids of its buttons */
export function checkBlocks(check: Check, action: (name: string) => string): KnownBlock[] {
  const { payload, look, earlier, userId } = check;
  const sentences = sentencesOf(look);
  return [
    ...(look.isForApproval ? [alert('info', sentences.notice)] : []),
    paragraph(whoOf(check)),
    ...look.points.map(({ text }) => alert('warning', text)),
    ...(earlier ? changeBlocks(check) : []),
    paragraph(sentences.atOnce(payload.termination_date, look.isOwn)),
    mrkdwn(sentences.notified(look.audience, userId)),
    ...previewBlocks(look.preview, action),
  ];
}

export function submitText({ look }: Check): string {
  return sentencesOf(look).submit;
}

function sentencesOf({ isForApproval }: SecondLook) {
  const approval = sayApproval(),
    { check } = say(),
    { form } = sayOffboarding();
  const own = { submit: form.submit, notice: '' };
  return { ...check, ...own, ...(isForApproval && approval.check) };
}

export function troubleBlocks(why: readonly string[] | 'notLoaded'): KnownBlock[] {
  const { notLoaded, mistakes } = say().check;
  return why === 'notLoaded' ? [alert('warning', notLoaded)] : [alert('error', mistakes), ...listed(why)];
}

/** Address and title tell people with the same name apart. */
function whoOf({ values, payload, look }: Check): string {
  const { check } = say();
  const name = values.user ? labelOf(values.user) : '';
  return [
    check.who(look.person?.name ?? name, look.person?.email ?? ''),
    ...(look.title === '' ? [] : [check.slackTitle(look.title)]),
    check.lastDay(payload.termination_date),
  ].join('\n');
}

function changeBlocks({ earlier, payload }: Check): KnownBlock[] {
  if (!earlier) return [];
  const { change } = say();
  const before: Offboarding = earlier.payload;
  const left = before.sequences.flatMap((id, index) =>
    payload.sequences.includes(id) ? [] : [earlier.context.sequenceNames[index] ?? String(id)],
  );
  return [
    mrkdwn(change.planned(before.termination_date, earlier.requester, earlier.calledOffAt !== null)),
    paragraph(change.again),
    ...(left.length > 0 ? [paragraph(change.leftOut(left))] : []),
  ];
}
