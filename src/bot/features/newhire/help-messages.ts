import { cut, escapeMrkdwn } from '../../slack/views/blocks.ts';

/** What `/newhire help` says. In mrkdwn. */
export function help(command: string): string {
  return [
    `*${command}* opens the form for somebody who is about to start.`,
    `*${command} Jane Doe jane@acme.com 2026-12-01* opens it filled in: name, address and start day, in any order.`,
    `*${command} drafts* lists the forms that you have put aside.`,
    'Nothing is created before you press “Add new hire”. The outcome stands in the form and comes as a direct message.',
  ].join('\n');
}

/** The words behind the command mean nothing. In mrkdwn. */
export function unknownWords(text: string, command: string): string {
  return `“${escapeMrkdwn(cut(text, 200))}” is not understood, so nothing was opened.\n${help(command)}`;
}

/** Stands in the form that was opened from a message. Plain text. */
export const nothingFound = 'The message has no name, no address and no day that Frontdesk could read.';
