/** Why a request is refused, where the service itself did not say it. Kept beside the request, like the service's words. */
export const refusals = {
  hadTheAddressBefore: (name: string) => `${name} already has this address.`,
  hasTheAddress: (name: string) => `${name} has this address.`,
  alreadyAdded: (name: string, reference: string) =>
    `${name} already has this address (added with request ${reference}).`,
  keyUsed: {
    422: 'It already received this request with different details.',
    410: 'It carried out this request earlier, and the person has been removed since.',
  },
  notInThisVersion: 'This version of the onboarding service can’t do this.',
};
