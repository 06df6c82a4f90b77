import { listOf, words } from '../../../language.ts';
import { type Day, formatDay, shortDay } from '../../../time/dates.ts';
import { isUncertain } from '../../ledger/requests/missing.ts';
import type { Question } from '../../ledger/requests/request.ts';
import type { Afterwards, QuestionWords } from '../../requests/define-request.ts';
import { declinedRepeat, sequencesOpen } from '../../requests/messages.ts';
import { isUnconfirmed } from '../../requests/result-views.ts';
import { cut } from '../../slack/views/blocks.ts';
import { say as sayPerson } from './person-messages.ts';
import { type HireRequest, unreachedCompanions } from './request.ts';

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const on = (day: string | null) => (day === null ? '' : ` on ${formatDay(day, 'en-GB')}`);

/** Texts of later corrections. `advice` is for services that Frontdesk can't change, `follows` for those it can. */
const afterwards = {
  moved: {
    button: 'Move start day',
    label: 'New start day',
    ask: (name, day) =>
      `When does ${cut(name, 140)} start?${day === null ? '' : ` Until now: ${formatDay(day, 'en-GB')}.`}`,
    said: (name, { day, before }) =>
      day === null || before === null
        ? `${cut(name, 140)} starts${on(day)}.`
        : `${cut(name, 140)}’s start day moved from ${formatDay(before, 'en-GB')} to ${formatDay(day, 'en-GB')}.`,
    advice: 'Change it in the onboarding service, too.',
    follows: 'The onboarding service is updated too.',
  },
  calledOff: {
    button: 'Cancel start',
    ask: (name) => `${cut(name, 140)} won’t start?`,
    said: (name) => `${cut(name, 140)} won’t start.`,
    advice: 'Remove the person in the onboarding service, too.',
    follows: 'Open onboarding tasks are cancelled, and come back if you resume the start.',
  },
  resumed: {
    button: 'Resume start',
    label: 'Start day',
    ask: (name) => `When does ${cut(name, 140)} start?`,
    said: (name, { day }) => `${cut(name, 140)} starts after all${on(day)}.`,
    advice: 'Check the person, start day and tasks in the onboarding service.',
    follows: 'Cancelled tasks in the onboarding service open again.',
  },
} as const satisfies ReturnType<Afterwards['words']>;

const en = {
  requestTitle: 'New hire',
  afterwards,
  upcoming: {
    state({ day: counted, calledOffAt, payload, state }: HireRequest, today: Day): string {
      if (calledOffAt !== null) return 'Won’t start';
      const day = counted ?? payload.start_day;
      if (day === undefined) return state === 'done' ? 'Added' : 'New hire';
      return `${state === 'done' && day <= today ? 'Started' : 'Starts'} ${shortDay(day, today, 'en-GB')}`;
    },
    line: ({ context }: HireRequest) => `${cut(context.personName, 150)} starts`,
    about: ({ payload, context }: HireRequest) => [
      ...(payload.position ? [cut(payload.position, 80)] : []),
      ...(context.managerName ? [`Manager: ${cut(context.managerName, 80)}`] : []),
    ],
    open: (request: HireRequest) => [
      ...(isUncertain(request) ? [sayPerson().missing.open] : []),
      ...unreachedCompanions(request).map(({ roles }) => `${sentenceCase(listOf(roles))} hasn’t been told`),
      ...(isUnconfirmed(request) ? [sequencesOpen] : []),
    ],
  },
  messageLabels: {
    outcome: 'Confirmation',
    headline: 'Announcement',
    role: 'Note about the role',
    companion: 'Message',
    unreached: 'Who wasn’t notified',
    lost: 'Who can’t be reached',
  },
  questionWords({ context }: HireRequest, question: Question): QuestionWords {
    const who = context.personName;
    const unsure = `${who} may have been added`;
    const look = `Is ${who} in the onboarding service?`;
    const yes = 'Yes, it’s done';
    switch (question.kind) {
      case 'isItThem':
        return {
          text: `${unsure}: the onboarding service has ${question.name} (id ${question.resultId}) with that address. Is that them?`,
          yes: 'Yes, that’s them',
          no: 'No, somebody else',
        };
      case 'isItThere':
        return { text: `${unsure}. ${look}`, yes, no: 'No, send it again' };
      case 'isItTooLate':
        return { text: `${unsure}, and somebody cancelled the request. ${look}`, yes, no: 'No, cancel it' };
      case 'didItWork':
        return { text: `${unsure}. ${declinedRepeat(question)} ${look}`, yes, no: 'No, it isn’t' };
    }
  },
};

export const say = words({ en });
