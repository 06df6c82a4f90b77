/** What `/newhire help` says. In mrkdwn. */
export function help(command: string): string {
  return [
    `*${command}* opens the form for somebody who is about to start.`,
    `*${command} Jane Doe jane@acme.com 2026-12-01* opens it filled in: name, address and start day, in any order.`,
    'Nothing is created before you press “Add new hire”. The outcome stands in the form and comes as a direct message.',
  ].join('\n');
}
