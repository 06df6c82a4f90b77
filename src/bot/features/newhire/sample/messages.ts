import { words } from '../../../../language.ts';

const en = {
  firstName: 'Sam',
  lastName: 'Sample',
  email: 'sam.sample@example.com',
  position: 'Designer',
  you: 'You',
  button: 'Rehearse',
  title: 'Rehearsal',
  step: {
    missing:
      'See what everybody gets when somebody starts: Frontdesk sends all messages about a made-up hire, Sam Sample, to you alone. Nobody is added to the onboarding service.',
    rehearsed: 'Somebody in HR has seen all messages about a made-up hire.',
    inUse: 'Frontdesk has had its first request.',
    atTerminal: 'In Slack: Frontdesk’s App Home, “Rehearse”.',
  },
  onItsWay: (count: number) =>
    `Frontdesk is sending ${count === 1 ? '1 message' : `${count} messages`} about Sam Sample to you alone, each marked as a rehearsal.`,
  whereToLook:
    'Look at your direct messages from Frontdesk. You’re the manager and the buddy in this rehearsal, so you see what both of them get, and what goes to the channels. Nobody was added to the onboarding service.',
  nothing: 'Nobody is notified about a new hire with these settings, so there’s nothing to rehearse.',
};

export const say = words({ en });
