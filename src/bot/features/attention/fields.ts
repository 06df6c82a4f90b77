/** Action ids. The value of `yes`, `no`, `discard` and `dismiss` is the request's reference. */
export const actions = {
  yes: 'troubles_yes',
  no: 'troubles_no',
  /** `takeUp` reads everything again; `discard` gives up one unreadable request. */
  takeUp: 'troubles_take_up',
  discard: 'troubles_discard',
  dismiss: 'troubles_dismiss',
} as const;
