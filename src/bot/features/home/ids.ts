/** Action ids. Don't change them: App Homes published by earlier versions use them. */
export const actions = {
  /** Buttons of a request; the value is its reference. */
  retry: 'home_retry',
  cancel: 'home_cancel',
  details: 'home_details',
} as const;

export const requestViewId = 'home_request';
