import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Built } from '../build.ts';
import type { Changes } from '../changes.ts';
import type { Client, Clients } from '../client/client.ts';
import { snapshot } from '../client/snapshot.ts';
import { perform } from '../client/verbs.ts';
import { Verb } from '../screen.ts';
import { type Faults, NewFault, type Traffic } from '../traffic/traffic.ts';

/**
 * Streams a state as server-sent events: immediately, then after each change that it shows, as soon as the reader has
 * drained the last. `pause` is the milliseconds in which changes are gathered.
 */
function stream(reply: FastifyReply, changes: Changes, state: () => object, pause = 0): FastifyReply {
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  let isDue = false;
  let last = '';
  const send = () => {
    if (raw.destroyed) return;
    if (raw.writableNeedDrain) return void raw.once('drain', send);
    isDue = false;
    const data = JSON.stringify(state());
    if (data !== last) raw.write(`data: ${data}\n\n`);
    last = data;
  };
  const stop = changes.listen(() => {
    if (!isDue) setTimeout(send, pause);
    isDue = true;
  });
  raw.on('close', stop);
  send();
  return reply;
}

type OfPerson = { Params: { id: string } };

export function peopleRoutes(server: FastifyInstance, parts: Built): void {
  const { clients, changes } = parts;
  const screen = forPerson(clients, (client, reply) => reply.send(snapshot(parts, client)));
  server.get<OfPerson>('/sandbox/people/:id/screen', screen);
  const screens = forPerson(clients, (client, reply) =>
    stream(reply, changes, () => snapshot(parts, client)),
  );
  server.get<OfPerson>('/sandbox/people/:id/stream', screens);
  const act = forPerson(clients, async (client, reply, body) =>
    reply.send(await perform(parts, client, Verb.parse(body))),
  );
  server.post<OfPerson>('/sandbox/people/:id/verbs', act);
}

type Use = (client: Client, reply: FastifyReply, body: unknown) => FastifyReply | Promise<FastifyReply>;

function forPerson(clients: Clients, use: Use) {
  return ({ params: { id }, body }: FastifyRequest<OfPerson>, reply: FastifyReply) => {
    const client = clients.get(id);
    return client ? use(client, reply, body) : reply.status(404).send({ error: `there is no person ${id}` });
  };
}

export function trafficRoutes(server: FastifyInstance, traffic: Traffic, changes: Changes): void {
  server.get('/sandbox/traffic', () => traffic.list());
  server.get('/sandbox/traffic/stream', (_request, reply) =>
    stream(reply, changes, () => traffic.list(), 100),
  );
}

export function faultRoutes(server: FastifyInstance, faults: Faults): void {
  server.get('/sandbox/faults', () => faults.list());
  server.post('/sandbox/faults', ({ body }, reply) =>
    reply.status(201).send(faults.add(NewFault.parse(body))),
  );
  server.delete<{ Params: { id?: string } }>('/sandbox/faults/:id?', (request, reply) => {
    faults.remove(request.params.id);
    return reply.status(204).send();
  });
}

/** Guards against DNS rebinding: a request's Host (and Origin, if sent) must be a loopback name with this port. */
export function isOurs(headers: IncomingHttpHeaders, port: number): boolean {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host, origin } = headers;
  if (host === undefined || !hosts.includes(host)) return false;
  return origin === undefined || hosts.includes(origin.replace(/^http:\/\//, ''));
}
