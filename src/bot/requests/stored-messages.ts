/** Kept beside a request that the service knows nothing of, like the service’s own words. */
export const notSupported = 'This version of the onboarding service can’t do this.';
