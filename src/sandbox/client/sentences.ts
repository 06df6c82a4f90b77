/** Texts from Slack itself. */
export const sentences = {
  commandFailed: (command: string) =>
    `${command} failed because the app did not respond. If this keeps happening, reach out to the app developer.`,
  commandRefused: (command: string) => `${command} failed with the error "dispatch_failed"`,
  unknownCommand: (command: string) => `${command} is not a valid command.`,
  shortcutFailed: (name: string) => `"${name}" failed because the app did not respond.`,
  connecting: 'We had some trouble connecting. Try again? (The app did not respond.)',
  badAnswer: 'We had some trouble connecting. Try again? (Slack doesn’t accept the app’s answer.)',
  actionFailed: 'The app did not respond.',
  typeAtLeast: (least: number) =>
    `Type at least ${least} ${least === 1 ? 'character' : 'characters'} to see options`,
  noResults: 'No results',
  notLoaded: 'Could not load options: the app did not respond.',
  badOptions: 'Could not load options: Slack doesn’t accept the app’s answer.',
};
