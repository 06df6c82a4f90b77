/** Action ids of the setup list; the value of `skip` and `putBack` is a step's name. */
export const actions = {
  skip: 'setup_skip',
  putBack: 'setup_put_back',
  show: 'setup_show',
  hide: 'setup_hide',
} as const;
