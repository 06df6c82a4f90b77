import type { KnownBlock } from '@slack/types';
import type { Offboarding } from '../../../../contract/employee.ts';
import { say as sayPlan } from '../../../plan/messages.ts';
import {
  alert,
  header,
  listed,
  listedMarkup,
  mrkdwn,
  paragraph,
  plain,
} from '../../../slack/views/blocks.ts';
import { labelOf } from '../../../slack/views/view.ts';
import { taskBlocks } from '../../../tasks/foretell-tasks.ts';
import { say as sayApproval } from '../approval/messages.ts';
import type { OffboardingValues } from '../fields.ts';
import { say as sayOffboarding } from '../messages.ts';
import { say } from './messages.ts';
import type { LookedAt, SecondLook } from './second-look.ts';

export interface Check extends LookedAt {
  values: OffboardingValues;
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

/** Blocks of the page. @param rehearse action id of the button */
export function checkBlocks(check: Check, rehearse: string): { above: KnownBlock[]; below: KnownBlock[] } {
  const { payload, values, look, earlier, userId } = check;
  const sentences = sentencesOf(look);
  return {
    above: [
      ...(look.isForApproval ? [alert('info', sentences.notice)] : []),
      paragraph(whoOf(check)),
      ...look.points.map(({ text }) => alert('warning', text)),
      ...(earlier ? changeBlocks(check) : []),
      paragraph(sentences.atOnce(payload.termination_date, look.isOwn)),
      ...sequencesBlocks(values),
      mrkdwn(sentences.notified(look.audience, userId)),
      ...planBlocks(look, rehearse),
    ],
    below: [paragraph(sentences.ask)],
  };
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

function planBlocks({ plan, tasks }: SecondLook, action_id: string): KnownBlock[] {
  const aboutTasks = taskBlocks(tasks);
  if (plan.length === 0 && (tasks?.lines ?? []).length === 0) return aboutTasks;
  const { button } = sayPlan().rehearsal;
  const rehearse = { type: 'button', action_id, text: plain(button) } as const;
  return [
    ...(plan.length > 0 ? [header(say().check.plan), ...listedMarkup(plan)] : []),
    ...aboutTasks,
    { type: 'actions', elements: [rehearse] },
  ];
}

function sequencesBlocks({ sequences = [] }: OffboardingValues): KnownBlock[] {
  if (sequences.length === 0) return [];
  return listed([say().check.sequences(sequences.map(labelOf))]);
}
