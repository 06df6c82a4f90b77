import { words } from '../../language.ts';

const en = {
  uncounted: {
    reading: 'Frontdesk is reading them from the onboarding service.',
    notConnected: 'This shows once an onboarding service is connected.',
    away: 'Frontdesk can’t read them from the onboarding service right now.',
  },
};

export const say = words({ en });
