/** Why a hire is refused, where the service itself did not say it. Kept beside the request, like the service’s words. */
export const refusals = {
  hadTheAddressBefore: (name: string) => `${name} already has this address.`,
  hasTheAddress: (name: string) => `${name} has this address.`,
  alreadyAdded: (name: string, reference: string) =>
    `${name} already has this address (added with request ${reference}).`,
} as const;
