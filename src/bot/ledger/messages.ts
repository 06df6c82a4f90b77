/** Why a request is refused, where the service itself did not say it. Kept beside the request, like the service's words. */
export const refusals = {
  hadTheAddressBefore: (name: string) => `${name} already has this address.`,
  hasTheAddress: (name: string) => `${name} has this address.`,
  alreadyAdded: (name: string, reference: string) =>
    `${name} already has this address, since request ${reference}.`,
  keyUsed: {
    422: 'It has had this request with other contents.',
    410: 'It has carried this request out, and the person has been removed since.',
  },
  notInThisVersion: 'This version of the onboarding service cannot do this.',
};
