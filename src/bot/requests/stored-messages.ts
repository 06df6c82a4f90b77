/** Stored as the refusal of a request that the service doesn't support. */
export const notSupported = 'This version of the onboarding service can’t do this.';
