import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { MessageRefused, type Post } from '../../src/bot/ledger/outbox/message.ts';
import type { Cleanup } from '../journeys/office.ts';
import { listening } from '../listening.ts';

interface Letter {
  key: string;
  text: string;
}

export async function startMailbox(cleanup: Cleanup) {
  const letters: Letter[] = [];
  let isReliable = true;
  let count = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      const key = new URL(request.url ?? '', 'http://mailbox').searchParams.get('key');
      return void response.end(JSON.stringify(letters.some((letter) => letter.key === key)));
    }
    letters.push((await json(request)) as Letter);
    count += 1;
    if (isReliable || count % 3 > 0) response.end('true');
    else response.destroy();
  }

  const server = createServer((request, response) => void serve(request, response));
  const { url } = await listening(cleanup, server);
  return {
    url: `${url}/`,
    texts: () => letters.map(({ text }) => text),
    loseAnswers: () => {
      isReliable = false;
    },
  };
}

export function postTo(url: string): Post {
  const place = { channel: 'C', ts: '1' };
  return {
    isDeactivated: async () => false,
    destinationOf: async () => ({ kind: 'one', target: 'C' }),
    peopleInPlaceOf: async () => [],
    async send({ metadataId: key, text }) {
      await asked(fetch(url, { method: 'POST', body: JSON.stringify({ key, text }) }));
      return place;
    },
    async update(_place, { text }) {
      await asked(fetch(url, { method: 'POST', body: JSON.stringify({ key: `update ${text}`, text }) }));
    },
    async find({ metadataId: key }) {
      const answer = await asked(fetch(`${url}?key=${encodeURIComponent(key)}`));
      return (await answer.json()) === true ? place : undefined;
    },
  };
}

function asked(work: Promise<Response>): Promise<Response> {
  return work.catch((cause: unknown) => {
    throw new MessageRefused('lost', { permanent: false, doubtful: true, cause });
  });
}
