import { words } from '../../../language.ts';
import { formatDay } from '../../../time/dates.ts';
import type { Afterwards } from '../../requests/define-request.ts';
import { cut } from '../../slack/views/blocks.ts';

const on = (day: string | null) => (day === null ? '' : ` on ${formatDay(day, 'en-GB')}`);

/** Texts of later corrections. `advice` is for services that Frontdesk can't change, `follows` for those it can. */
const en = {
  moved: {
    button: 'Start day moved',
    title: 'Start day moved',
    label: 'New start day',
    ask: (name, day) =>
      `When does ${cut(name, 140)} start?${day === null ? '' : ` Until now: ${formatDay(day, 'en-GB')}.`}`,
    said: (name, { day, before }) =>
      `${cut(name, 140)} starts${on(day)}${before === null ? '' : `, not${on(before)}`}.`,
    advice:
      'Frontdesk can’t change the start day in the onboarding service. Change it there too: until then, tasks and emails ' +
      'follow the old day.',
    follows: {
      asked:
        'Frontdesk changes the start day in the onboarding service too, and the open tasks follow it. You’ll get a message when that’s done.',
      done: (name, day) =>
        `${cut(name, 140)} starts${on(day)} in the onboarding service too now. The open tasks have followed; those put off to a day of their own stay there.`,
    },
  },
  calledOff: {
    button: 'Won’t start',
    title: 'Won’t start',
    ask: (name) => `${cut(name, 140)} won’t start?`,
    said: (name) => `${cut(name, 140)} won’t start.`,
    advice:
      'Frontdesk can’t remove anybody from the onboarding service. Remove the person there, or tasks and emails for them go on.',
    follows: {
      asked:
        'Frontdesk cancels the open onboarding tasks. If the person starts after all, the tasks come back: leave the person in the onboarding service until you’re sure.',
      done: (name) =>
        `The open onboarding tasks of ${cut(name, 140)} are cancelled. The person stays in the onboarding service.`,
    },
  },
  resumed: {
    button: 'Starts after all',
    title: 'Starts after all',
    label: 'Start day',
    ask: (name) => `When does ${cut(name, 140)} start?`,
    said: (name, { day }) => `${cut(name, 140)} starts after all${on(day)}.`,
    advice:
      'Frontdesk can’t change the onboarding service. Check the start day and the tasks there. If the person was removed, add ' +
      'them there again.',
    follows: {
      asked:
        'Frontdesk changes the start day in the onboarding service too, and opens the cancelled tasks again. You’ll get a message when that’s done.',
      done: (name, day) =>
        `${cut(name, 140)} starts${on(day)} in the onboarding service too. Cancelled tasks are open again.`,
    },
  },
} as const satisfies ReturnType<Afterwards['words']>;

export const say = words({ en });
