/** What `/offboard help` says. In mrkdwn. */
export function help(command: string): string {
  return [
    `*${command}* opens the form for somebody who leaves.`,
    `*${command} @person* opens it with that person chosen.`,
    'Nothing happens before you press “Start offboarding”. Only you, HR and the private channel hear of it.',
  ].join('\n');
}
