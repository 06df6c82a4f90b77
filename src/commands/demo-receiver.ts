import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { isSigned, newWebhookSecret } from '../bot/webhooks/signature.ts';
import { parsedJson } from '../json.ts';
import type { ReceivedEvent } from '../sandbox/control/surroundings.ts';

const Event = z.object({
  id: z.string(),
  type: z.string(),
  data: z.looseObject({ person: z.looseObject({ name: z.string().optional() }).optional() }),
});

/** Number of events that are shown. */
const most = 20;

/** Starts the demo's other system, which takes events and can be made to fail. */
export async function startDemoReceiver() {
  const secret = newWebhookSecret();
  /** By id: a repeat is the same event. The latest is last. */
  const events = new Map<string, ReceivedEvent>();
  let isFailing = false;

  /** @returns the status to answer with */
  function take(headers: IncomingHttpHeaders, body: string): number {
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
    // The demo's clock may jump while an event is on its way, so its own time counts.
    if (!isSigned(headers, body, [secret], at)) return 401;
    const { data: event } = Event.safeParse(parsedJson(body));
    if (!event) return 400;
    const { id, type, data } = event;
    const answer = isFailing ? 503 : 204;
    const attempts = (events.get(id)?.attempts ?? 0) + 1;
    events.delete(id);
    events.set(id, { id, type, at: at.toISOString(), person: data.person?.name, data, answer, attempts });
    for (const oldest of [...events.keys()].slice(0, -most)) events.delete(oldest);
    return answer;
  }

  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '');
    response.writeHead(take(request.headers, body)).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/events`,
    secret,
    /** The latest first. */
    state: () => ({ isFailing, events: [...events.values()].reverse() }),
    setFailing(next: boolean): void {
      isFailing = next;
    },
    async stop(): Promise<void> {
      server.close();
      server.closeAllConnections();
    },
  };
}
