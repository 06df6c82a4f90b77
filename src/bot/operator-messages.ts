/** Every sentence to whoever runs Frontdesk, which is English like the log. */

/** Why nothing can be handed in. */
export const unavailable = {
  startingUp: 'Frontdesk is loading the employees.',
  stopping: 'Frontdesk is stopping.',
  database: 'Frontdesk can’t write to its database.',
} as const;

/** In App Home, in the log and to whoever runs the program. */
export const tokenUnreadable =
  'The saved admin token was encrypted with another key. Save it again: npm run frontdesk -- token set';

/** To whoever starts the program. @param path the key file's */
export function keyFileBroken(path: string): string {
  return (
    `The key file ${path} is empty or cut off, and the saved admin token was encrypted with that key. Restore the ` +
    'key from a backup, or save the token again, which makes a new key: npm run frontdesk -- token set'
  );
}

/** The same where Frontdesk can make the token again, for the onboarding service that it brings along. */
export function ownKeyFileBroken(path: string): string {
  return (
    `The key file ${path} is empty or cut off, and the token for the built-in onboarding service was encrypted with ` +
    'that key. Restore the key from a backup, or delete the file: Frontdesk then makes a new key and a new token.'
  );
}

/** Said where `tokenUnreadable` is. */
export const addressUnreadable =
  'The saved address of the onboarding service can’t be read. Connect Frontdesk again in App Home, or run: npm run frontdesk -- token set';
