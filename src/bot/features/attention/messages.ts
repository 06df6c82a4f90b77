import { words } from '../../../language.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { escapeMrkdwn } from '../../slack/views/blocks.ts';

const states = {
  proposed: 'Nobody has taken the proposal',
  awaiting_approval: 'The request is waiting for approval',
  pending: 'The request will be sent again',
  delivering: 'The request is being sent',
  outcome_unknown: 'Frontdesk is checking whether it worked',
  needs_review: 'The request needs an answer',
  done: 'The request is done',
  rejected: 'The request counts as declined',
  cancelled: 'The request is cancelled',
} as const satisfies Record<Request['state'], string>;

const en = {
  untilMended:
    'Nothing is lost: new requests are saved, and sent automatically once this is fixed. ' +
    'A new token can be saved in App Home, or with: npm run frontdesk -- token set',
  goesOn: 'The onboarding service accepts requests again. Pending ones go out by themselves.',
  blocked: 'Frontdesk needs your help with one of its channels.',
  /** For stored data that can't be read, e.g. because another version wrote it. Never shows the contents. */
  aside: {
    title: 'Can’t be read',
    open: (count: number, ids: readonly string[]) =>
      `Frontdesk can’t read ${count === 1 ? 'one saved request' : `${count} saved requests`}, so ` +
      `${count === 1 ? 'it hasn’t' : 'they haven’t'} been sent: ${ids.join(', ')}${count > ids.length ? ', …' : ''}.`,
    messages: (count: number) =>
      `Frontdesk can’t read ${count === 1 ? 'one message' : `${count} messages`}, so ` +
      `${count === 1 ? 'it hasn’t' : 'they haven’t'} been posted.`,
    ended: (count: number) =>
      `Frontdesk can’t show ${count === 1 ? 'one finished request' : `${count} finished requests`}.`,
    whatToDo:
      'This can happen after an update. Ask your Frontdesk admin to check which version is running, then try again. ' +
      'If a request still can’t be read, check in the onboarding service whether it was done, discard it, and enter it again.',
    tryAgain: 'Try again',
    discard: (id: string) => `Discard ${id}`,
    confirm: {
      title: 'Discard this request?',
      text: 'Check in the onboarding service first whether it was done. Frontdesk won’t send it any more.',
      yes: 'Discard',
      no: 'Keep it',
    },
    stillUnreadable:
      'Frontdesk still can’t read it. Ask your Frontdesk admin to check which version is running.',
    told: (id: string) =>
      `Frontdesk can’t read a saved request (${id}), so it hasn’t been sent. Everything else works as usual.`,
    seeHome: 'App Home shows everything that can’t be read, and what to do about it.',
  },
  /** After an unknown outcome, a lookup shows only that nobody is there now: somebody may have deleted them since. */
  cancelled({ context, question, outcomeUnknownAt }: Request): string {
    const nothing =
      outcomeUnknownAt === null
        ? 'Nothing was done in the onboarding service.'
        : 'They aren’t in the onboarding service.';
    const effect = question
      ? 'Frontdesk doesn’t know whether it was carried out before that. Check in the onboarding service.'
      : nothing;
    return `The request for ${context.personName} is cancelled. ${effect}`;
  },
  cancelledBy({ id }: Request, by: string): string {
    return `Cancelled by <@${by}> · Reference ${id}`;
  },
  labels: { question: 'Question', cancelled: 'Cancellation' },
  /** Takes a declined request out of App Home; it stays under "All requests". */
  dismiss: 'Dismiss',
  overAlready: 'There’s nothing to dismiss any more.',
  title: 'Your answer',
  onlyHr: 'Only HR can answer this. Nothing was changed.',
  gone: 'Frontdesk can’t show this request any more. Nothing was changed.',
  /** Accessibility label: tells the buttons of several questions apart. At most 75 characters (Slack's limit). */
  answered(request: Request, answer: { by: string; label: string } | undefined, caveat = ''): string {
    const state = [`${states[request.state]} (${request.id}).`, caveat].filter(Boolean).join(' ');
    if (!answer) return state;
    return `Answered by <@${answer.by}>: “${escapeMrkdwn(answer.label)}”. ${state}`;
  },
  /** For an answer that came too late. In mrkdwn. */
  tooLate(request: Request, answer: { by: string; yes: boolean } | undefined): string {
    const state = `${states[request.state]} (${request.id}). Your answer wasn’t needed.`;
    if (!answer) return state;
    return `<@${answer.by}> already answered this with “${answer.yes ? 'Yes' : 'No'}”. ${state}`;
  },
};

export const say = words({ en });
