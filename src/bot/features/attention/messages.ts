import { words } from '../../../language.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { say as sayRequests } from '../../requests/messages.ts';
import { escapeMrkdwn } from '../../slack/views/blocks.ts';

/** After an answer, a request that isn't sent may have been sent before. */
const stateOf = ({ state }: Request) =>
  state === 'pending' ? 'Will be sent again' : sayRequests().states[state];

const en = {
  untilMended:
    'Requests are saved, and sent once this is fixed. ' +
    'Save a new token in App Home, or with: npm run frontdesk -- token set',
  goesOn: 'The onboarding service accepts requests again.',
  blocked: 'Frontdesk needs your help with one of its channels.',
  /** For stored data that can't be read, e.g. because another version wrote it. Never shows the contents. */
  aside: {
    title: 'Can’t be read',
    open: (count: number, ids: readonly string[]) =>
      `${count === 1 ? 'One saved request' : `${count} saved requests`} can’t be read, so not sent: ` +
      `${ids.join(', ')}${count > ids.length ? ', …' : ''}.`,
    messages: (count: number) =>
      `${count === 1 ? 'One message' : `${count} messages`} can’t be read, so not posted.`,
    ended: (count: number) =>
      `${count === 1 ? 'One finished request' : `${count} finished requests`} can’t be shown.`,
    whatToDo:
      'Ask your Frontdesk admin. If trying again doesn’t help, check in the onboarding service whether it was done, ' +
      'then discard it.',
    tryAgain: 'Try again',
    discard: (id: string) => `Discard ${id}`,
    confirm: {
      title: 'Discard this request?',
      text: 'Check in the onboarding service first whether it was done. It won’t be sent.',
      yes: 'Discard',
      no: 'Keep it',
    },
    stillUnreadable: 'It still can’t be read. Ask your Frontdesk admin.',
    told: (id: string) => `A saved request (${id}) can’t be read, so it hasn’t been sent.`,
    seeHome: 'App Home shows what to do.',
  },
  /** After an unknown outcome, a lookup shows only that nobody is there now: somebody may have deleted them since. */
  cancelled({ context, question, outcomeUnknownAt }: Request): string {
    const nothing =
      outcomeUnknownAt === null
        ? 'Nothing was done in the onboarding service.'
        : 'They aren’t in the onboarding service.';
    const effect = question ? 'It may have been done. Check in the onboarding service.' : nothing;
    return `The request for ${context.personName} is cancelled. ${effect}`;
  },
  cancelledBy({ id }: Request, by: string): string {
    return `Cancelled by <@${by}> · Reference ${id}`;
  },
  labels: { question: 'Question', cancelled: 'Cancellation' },
  /** Takes a declined request out of App Home; it stays under "All requests". */
  dismiss: 'Dismiss',
  overAlready: 'Nothing to dismiss.',
  title: 'Your answer',
  onlyHr: 'Only HR can answer this.',
  gone: 'This request can’t be shown any more.',
  /** Accessibility label: tells the buttons of several questions apart. At most 75 characters (Slack's limit). */
  answered(request: Request, answer: { by: string; label: string } | undefined, caveat = ''): string {
    const state = [`${stateOf(request)} (${request.id}).`, caveat].filter(Boolean).join(' ');
    if (!answer) return state;
    return `Answered by <@${answer.by}>: “${escapeMrkdwn(answer.label)}”. ${state}`;
  },
  /** For an answer that came too late. In mrkdwn. */
  tooLate(request: Request, answer: { by: string; yes: boolean } | undefined): string {
    const state = `${stateOf(request)} (${request.id}). Your answer wasn’t needed.`;
    if (!answer) return state;
    return `<@${answer.by}> already answered “${answer.yes ? 'Yes' : 'No'}”. ${state}`;
  },
};

export const say = words({ en });
