/** Every sentence about a step of the first run that several features say. */

/** Of what is counted in the onboarding service, before it was. */
export const uncounted = {
  reading: 'Frontdesk is reading them from the onboarding service.',
  notConnected: 'This shows once an onboarding service is connected.',
  away: 'Frontdesk can’t read them from the onboarding service right now.',
} as const;
