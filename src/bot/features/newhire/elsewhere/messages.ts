import { dayText, numberText, words } from '../../../../language.ts';
import type { Day } from '../../../../time/dates.ts';
import { cut, escapeMrkdwn } from '../../../slack/views/blocks.ts';

const nameIn = (name: string) => escapeMrkdwn(cut(name, 140));

const en = {
  title: 'Added elsewhere',
  added: (name: string) => `${cut(name, 140)} was added in the onboarding service.`,
  asks: (name: string) => `${cut(name, 140)} was added in the onboarding service. Announce them?`,
  who: (name: string, email: string) => `${cut(name, 140)} · ${email}`,
  more: 'More follow once you’ve decided.',
  buttons: { announce: 'Announce', dismiss: 'Don’t announce', afterAll: 'Announce after all' },
  imported: (count: number) => `${numberText(count)} people were added in the onboarding service.`,
  importedNote: 'So many at once aren’t announced.',
  announcedBy: (by: string, id: string) => `Announced by <@${by}> · ${id}`,
  dismissedBy: (by: string) => `<@${by}> decided not to announce them.`,
  form: {
    title: 'Announce new hire',
    submit: 'Continue',
    startHint: 'As in the onboarding service.',
    notThemselves: 'This is the new hire.',
  },
  check: {
    title: 'Check and announce',
    submit: 'Announce',
  },
  done: 'New hire announced',
  gone: 'This question is closed.',
  removed: 'This person is no longer in the onboarding service.',
  otherService: 'This person is in another onboarding service.',
  already: (by: string, on: Day, request: { name: string; id: string }) =>
    `<@${by}> already announced ${nameIn(request.name)} on ${dayText(on, 'en-GB')} (${request.id}).`,
};

export const say = words({ en });
