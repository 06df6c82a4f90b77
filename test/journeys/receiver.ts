import { createServer, type IncomingHttpHeaders } from 'node:http';
import { expect } from 'vitest';
import { z } from 'zod';
import { EventBody } from '../../src/bot/webhooks/event-schema.ts';
import { isSigned } from '../../src/bot/webhooks/signature.ts';
import type { Person } from '../driver/person.ts';
import { untilTrue } from '../driver/until.ts';
import { listening } from '../listening.ts';
import type { Cleanup } from './office.ts';

const Body = z.object({
  id: z.string(),
  type: z.string(),
  timestamp: z.string(),
  data: z.looseObject({ person: z.looseObject({ name: z.string().optional() }).optional() }),
});

export interface Received extends z.infer<typeof Body> {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A status, or none. */
type Answer = number | 'hang' | 'cut';

/** Another system that takes events. They all have to fit the schema, unless a test makes them up. */
export async function startReceiver(cleanup: Cleanup, { areMadeUp = false } = {}) {
  const all: Received[] = [];
  const taken: Received[] = [];
  let answer: Answer | ((event: Received) => Answer) = 204;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString('utf8');
    });
    request.on('end', () => {
      const event = { ...Body.parse(JSON.parse(body)), headers: request.headers, body };
      all.push(event);
      const status = typeof answer === 'function' ? answer(event) : answer;
      if (status === 'hang') return;
      if (status === 'cut') return void request.socket.destroy();
      if (status < 300) taken.push(event);
      response.writeHead(status).end('x'.repeat(10));
    });
  });
  cleanup.later(() => {
    server.closeAllConnections();
    // Reading drops members that the schema doesn't list.
    if (!areMadeUp)
      for (const { body } of all) expect(EventBody.parse(JSON.parse(body))).toEqual(JSON.parse(body));
  });
  const { url } = await listening(cleanup, server);
  return {
    url: `${url}/hooks?key=1`,
    /** Every attempt, and those that were answered with success. */
    all,
    taken,
    answers(next: typeof answer) {
      answer = next;
    },
    /** Waits for the events about a person, or about all; `meanwhile` moves the clock. */
    async until(name: string | undefined, types: readonly string[], meanwhile: () => void = () => {}) {
      const found = () =>
        taken.filter((one) => !name || one.data.person?.name === name).map(({ type }) => type);
      await untilTrue(async () => {
        meanwhile();
        return found().length >= types.length;
      }).catch(() => {});
      expect(found()).toEqual(types);
    },
    isSigned: ({ headers, body }: Received, secret: string, now: Date) =>
      isSigned(headers, body, [secret], now),
  };
}

export async function webhookForm(person: Person, url: string, fields: Record<string, string[]> = {}) {
  await person.openFromHome('Webhooks');
  await person.fillIn('New webhook', { Address: url, ...fields }, 'Webhook');
}

export async function shownSecret(person: Person): Promise<string> {
  await person.untilPage('It isn’t shown again.');
  const [secret = ''] = /whsec_[\w+/=]+/.exec(person.pageText()) ?? [];
  await person.closeAll();
  return secret;
}

/** @returns the secret */
export async function addWebhook(person: Person, url: string, fields: Record<string, string[]> = {}) {
  await webhookForm(person, url, fields);
  await person.submit();
  return shownSecret(person);
}
