import { words } from '../../../language.ts';
import { type Day, formatDay } from '../../../time/dates.ts';
import { isUncertain } from '../../ledger/requests/missing.ts';
import type { Question } from '../../ledger/requests/request.ts';
import type { QuestionWords } from '../../requests/define-request.ts';
import { declinedRepeat, sequencesOpen } from '../../requests/messages.ts';
import { cut } from '../../slack/views/blocks.ts';
import { listOf } from './messages.ts';
import { say as sayMissing } from './missing/messages.ts';
import { type HireRequest, isUnconfirmed, unreachedCompanions } from './request.ts';

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const en = {
  requestTitle: 'New hire',
  upcoming: {
    state({ day, calledOffAt }: HireRequest, today: Day): string {
      if (calledOffAt !== null) return 'Won’t start';
      if (day === null) return 'Added';
      return `${day <= today ? 'Started' : 'Starts'} ${formatDay(day, 'en-GB')}`;
    },
    line: ({ context }: HireRequest) => `${cut(context.personName, 150)} starts`,
    about: ({ payload, context }: HireRequest) => [
      ...(payload.position ? [cut(payload.position, 80)] : []),
      ...(context.managerName ? [`Manager: ${cut(context.managerName, 80)}`] : []),
    ],
    open: (request: HireRequest) => [
      ...(isUncertain(request) ? [sayMissing().open] : []),
      ...unreachedCompanions(request).map(({ roles }) => `${sentenceCase(listOf(roles))} not notified`),
      ...(isUnconfirmed(request) ? [sequencesOpen] : []),
    ],
  },
  messageLabels: {
    outcome: 'Result',
    headline: 'Announcement',
    role: 'Role that gives rights',
    companion: 'Notice',
    unreached: 'Who wasn’t notified',
    lost: 'Who can’t be reached',
  },
  /** Question to HR when Frontdesk can't find out whether a person was added. */
  questionWords({ context }: HireRequest, question: Question): QuestionWords {
    const who = context.personName;
    const unsure = `Frontdesk couldn’t confirm whether ${who} was added`;
    switch (question.kind) {
      case 'isItThem':
        return {
          text:
            `${unsure}. The onboarding service now has ${question.name} (id ${question.resultId}) with that address. ` +
            'Is that the same person?',
          yes: 'Yes, that’s them',
          no: 'No, somebody else',
        };
      case 'isItThere':
        return {
          text: `${unsure}, and the onboarding service doesn’t show email addresses. Look there: is ${who} in it?`,
          yes: 'Yes, it’s done',
          no: 'No, send it again',
        };
      case 'isItTooLate':
        return {
          text: `${unsure}, and somebody asked to cancel the request. Look in the onboarding service: is ${who} in it?`,
          yes: 'Yes, it’s done',
          no: 'No, cancel it',
        };
      case 'didItWork':
        return {
          text: `${unsure}. ${declinedRepeat(question)} Look there: is ${who} in it?`,
          yes: 'Yes, it’s done',
          no: 'No, it isn’t',
        };
    }
  },
};

export const say = words({ en });
