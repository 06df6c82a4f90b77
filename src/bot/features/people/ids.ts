/** The callback ids of the windows. */
export const importId = 'people_import_page';
export const switchId = 'people_in_step_page';

/** The action ids of the buttons; `open` may stand under any message. */
export const actions = {
  open: 'people_import',
  switch: 'people_in_step',
} as const;

/** The offboarding form's button for an employee, whose id is its value: it stands in that feature. */
export const offboardingOf = 'offboard_for';
