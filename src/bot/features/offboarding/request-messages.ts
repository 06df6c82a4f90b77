import type { Question } from '../../ledger/requests/request.ts';
import type { QuestionWords } from '../../requests/define-request.ts';
import { declinedRepeat, upcomingLine } from '../../requests/messages.ts';
import type { OffboardingRequest } from './request.ts';

/** What App Home calls a request. */
export const title = 'Offboarding';

/** Who leaves soon, in App Home. */
export const upcoming = {
  heading: 'Leaving in the next four weeks',
  line: upcomingLine,
} as const;

/** What HR and whoever asked are asked when Frontdesk cannot find out whether an offboarding has started. */
export function questionWords({ context }: OffboardingRequest, question: Question): QuestionWords {
  const unsure = `Frontdesk couldn’t confirm the offboarding of ${context.personName}`;
  const look = 'Look in the onboarding service: has the offboarding started?';
  const yes = 'Yes, it has started';
  switch (question.kind) {
    case 'isItThem':
    case 'isItThere':
      return {
        text: `${unsure}. If it’s sent again, its emails and tasks could go out twice, so Frontdesk is waiting for you. ${look}`,
        yes,
        no: 'No, send it again',
      };
    case 'isItTooLate':
      return { text: `${unsure}, and somebody asked to cancel it. ${look}`, yes, no: 'No, it hasn’t' };
    case 'didItWork':
      return { text: `${unsure}. ${declinedRepeat(question)} ${look}`, yes, no: 'No, it hasn’t' };
  }
}
