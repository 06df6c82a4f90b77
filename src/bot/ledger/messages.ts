/** Why a request is refused, where the service itself did not say it. Kept beside the request, like the service's words. */
export const refusals = {
  hadTheAddressBefore: (name: string) => `${name} has this address since before this request.`,
  hasTheAddress: (name: string) => `${name} has this address.`,
  notInThisVersion: 'This version of the onboarding service cannot do this.',
};
