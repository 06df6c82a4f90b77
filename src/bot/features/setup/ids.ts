/** The action ids of the list; the value of the first two is the name of a step. */
export const actions = {
  skip: 'setup_skip',
  putBack: 'setup_put_back',
  show: 'setup_show',
  hide: 'setup_hide',
} as const;
