export const importId = 'people_import_page';
export const switchId = 'people_in_step_page';

export const actions = {
  open: 'people_import',
  switch: 'people_in_step',
} as const;

export const offboardingOf = 'offboard_for';
