/** The action ids of the buttons under what could not be found out; their value is the request's reference. */
export const actions = { yes: 'troubles_yes', no: 'troubles_no' } as const;
