/** The action ids of the buttons beside a request; their value is the request's reference. */
export const actions = { retry: 'home_retry', cancel: 'home_cancel' } as const;
