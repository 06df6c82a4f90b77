import type { LedgerOptions } from '../../src/bot/ledger/ledger.ts';
import { MessageRefused, type Post } from '../../src/bot/ledger/outbox/message.ts';

/** No messages about anything. */
export const nothingSaid: LedgerOptions['words'] = {
  plan: () => () => [],
  ended: () => [],
  undecided: () => [],
  amended: () => [],
  missing: () => [],
  proposed: () => [],
  approval: () => [],
  unreached: () => undefined,
  events: () => [],
  dayBegins: () => undefined,
  eventsGivenUp: (endpoint, day) => ({
    purpose: `given up ${endpoint} ${day}`,
    recipient: { hr: true },
    name: 'events given up',
    about: {},
  }),
};

/** Stand-in for Slack that takes every message but the one after `lose`, which resolves then. An update is another one. */
export function createMailbox() {
  const letters: { key: string; text: string }[] = [];
  let lost: (() => void) | undefined;
  const place = { channel: 'C', ts: '1' };
  const post: Post = {
    isDeactivated: async () => false,
    destinationOf: async () => ({ kind: 'one', target: 'C' }),
    peopleInPlaceOf: async () => [],
    async send({ metadataId: key, text }, _target, atLast) {
      await atLast();
      if (lost) {
        lost();
        lost = undefined;
        throw new MessageRefused('no_answer', { permanent: false, doubtful: true });
      }
      letters.push({ key, text });
      return place;
    },
    async update(_place, { text }) {
      letters.push({ key: '', text });
    },
    find: async ({ metadataId }) => (letters.some(({ key }) => key === metadataId) ? place : undefined),
  };
  return {
    post,
    texts: () => letters.map(({ text }) => text),
    lose: () =>
      new Promise<void>((resolve) => {
        lost = resolve;
      }),
  };
}
