import { words } from '../../../../language.ts';
import { cut } from '../../../slack/views/blocks.ts';
import type { HireRequest } from '../request.ts';

const en = {
  labels: { joined: 'In Slack', reached: 'Notice' },
  joined: ({ context }: HireRequest) => `${cut(context.personName, 140)} is in Slack now.`,
  /** In mrkdwn. @param userId Slack id of the new hire */
  sayHello: (userId: string) => `You can write to <@${userId}>.`,
  reached: ({ context }: HireRequest, name: string) =>
    `${cut(name, 140)} is in Slack now, so Frontdesk is notifying them of ${cut(context.personName, 140)}.`,
};

export const say = words({ en });
