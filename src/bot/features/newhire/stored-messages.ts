/** Reasons for a refusal that come from Frontdesk. Stored with the request, like the service's own texts. */
export const refusals = {
  hadTheAddressBefore: (name: string) => `${name} already has this address.`,
  hasTheAddress: (name: string) => `${name} has this address.`,
  alreadyAdded: (name: string, reference: string) =>
    `${name} already has this address (added with request ${reference}).`,
} as const;
