/** Answers to programs that send starters, and to the operator at the command line. */
export const refusals = {
  unknown: 'There is no source with this id.',
  unauthorized: 'Sign the request (Standard Webhooks) or send the source’s secret as a bearer token.',
  method: 'Use POST.',
  tooLarge: 'Send at most 256 KB.',
  tooSlow: 'The body took too long.',
  busy: 'Too many requests at once. Send it again later.',
  away: 'This can’t be stored now. Send it again later.',
  noJson: 'The body isn’t JSON.',
  noKey: (pointer: string) => `No person in the body has an id at ${pointer}.`,
  stored: 'Stored.',
};
