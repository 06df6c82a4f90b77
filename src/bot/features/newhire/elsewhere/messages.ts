import { words } from '../../../../language.ts';
import { type Day, formatDay } from '../../../../time/dates.ts';
import { cut, escapeMrkdwn } from '../../../slack/views/blocks.ts';

const nameIn = (name: string) => escapeMrkdwn(cut(name, 140));

const en = {
  title: 'Added elsewhere',
  header: 'Added in the onboarding service',
  added: (name: string) => `${cut(name, 140)} was added in the onboarding service.`,
  asks: (name: string) => `${cut(name, 140)} was added in the onboarding service. Announce them?`,
  who: (name: string, email: string) => `${cut(name, 140)} · ${email}`,
  nothingYet: 'Nothing is posted yet.',
  more: 'More appear once you’ve decided about these.',
  buttons: { announce: 'Announce', dismiss: 'Don’t announce', afterAll: 'Announce after all' },
  imported: (count: number) =>
    `${new Intl.NumberFormat('en-GB').format(count)} people were added in the onboarding service.`,
  importedNote: 'That’s too many to ask about, so nobody is announced.',
  announcedBy: (by: string, id: string) => `Announced by <@${by}> · ${id}`,
  dismissedBy: (by: string) => `<@${by}> decided not to announce them.`,
  form: {
    title: 'Announce new hire',
    submit: 'Continue',
    startHint: 'As in the onboarding service.',
    notThemselves: 'This is the new hire. Choose somebody else.',
  },
  check: {
    title: 'Check and announce',
    submit: 'Announce',
    ask: 'Nothing changes in the onboarding service.',
  },
  done: 'New hire announced',
  gone: 'This question is closed. Nothing was changed.',
  removed: 'This person is no longer in the onboarding service, so nobody was announced.',
  otherService:
    'This person is in another onboarding service than the connected one, so nobody was announced.',
  alreadyAnnounced: (by: string, on: Day, request: { name: string; id: string }) =>
    `<@${by}> already announced ${nameIn(request.name)} on ${formatDay(on, 'en-GB')} (${request.id}).`,
  alreadyDismissed: (by: string, on: Day) =>
    `<@${by}> decided on ${formatDay(on, 'en-GB')} not to announce this person.`,
};

export const say = words({ en });
