export const importId = 'people_import_page';
export const switchId = 'people_in_step_page';

/** Action ids; `open` can be used under any message. */
export const actions = {
  open: 'people_import',
  switch: 'people_in_step',
} as const;

/** Button of the offboarding feature that opens its form; its value is the employee's id. */
export const offboardingOf = 'offboard_for';
