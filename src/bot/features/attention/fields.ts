/** The action ids of the buttons under what could not be found out; their value is the request's reference. */
export const actions = {
  yes: 'troubles_yes',
  no: 'troubles_no',
  /** What could not be read is tried once more; beside it, one request by its reference is given up. */
  takeUp: 'troubles_take_up',
  discard: 'troubles_discard',
  /** Nothing is left to do about a refused request. */
  dismiss: 'troubles_dismiss',
} as const;
