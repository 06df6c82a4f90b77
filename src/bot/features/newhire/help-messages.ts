import { cut, escapeMrkdwn } from '../../slack/views/blocks.ts';

/** What `/newhire help` says. In mrkdwn. */
export function help(command: string): string {
  return [
    `*${command}* opens the form for a new hire.`,
    `*${command} Jane Doe jane@acme.com 2026-12-01* opens it with the name, email address and start day filled in, in any order.`,
    `*${command} drafts* lists your saved drafts.`,
    'Nobody is added until you press “Add new hire”. You’ll see the result in the form and get it as a direct message.',
  ].join('\n');
}

/** The words behind the command mean nothing. In mrkdwn. */
export function unknownWords(text: string, command: string): string {
  return `Frontdesk doesn’t understand “${escapeMrkdwn(cut(text, 200))}”, so the form wasn’t opened.\n${help(command)}`;
}

/** Stands in the form that was opened from a message. Plain text. */
export const nothingFound = 'Frontdesk found no name, email address or date in this message.';
