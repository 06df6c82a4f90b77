/** Texts for the operator, in English like the log. */

/** Answers of `/readyz`. */
export const unavailable = {
  startingUp: 'Frontdesk is loading the employees.',
  stopping: 'Frontdesk is stopping.',
  database: 'Frontdesk can’t write to its database.',
} as const;

export const tokenUnreadable =
  'The saved admin token was encrypted with another key. Save it again: npm run frontdesk -- token set';

/** Printed at startup. */
export function keyFileBroken(path: string): string {
  return (
    `The key file ${path} is empty or cut off, so the saved admin token can’t be read. Restore the key from a backup, ` +
    'or save the token again: npm run frontdesk -- token set'
  );
}

/** Printed at startup if the token is for the built-in service, which can make a new one. */
export function ownKeyFileBroken(path: string): string {
  return (
    `The key file ${path} is empty or cut off, so the token for the built-in onboarding service can’t be read. ` +
    'Restore the key from a backup, or delete the file: Frontdesk then makes a new key and token.'
  );
}

/** Shown in the same places as `tokenUnreadable`. */
export const addressUnreadable =
  'The saved address of the onboarding service can’t be read. Connect again in App Home, or: npm run frontdesk -- token set';
