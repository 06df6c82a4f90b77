import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Changes } from '../changes.ts';
import type { Client, Clients } from '../client/client.ts';
import type { Perform } from '../client/perform.ts';
import type { Screen } from '../screen.ts';
import { Verb } from '../verbs.ts';
import { stream } from './stream.ts';

interface Parts {
  clients: Clients;
  snapshot: (client: Client) => Screen;
  perform: Perform;
  changes: Changes;
}

type WithPerson = { Params: { id: string } };

/** What the page shows of one person's Slack, once or as it changes, and where it posts what they do. */
export function peopleRoutes(server: FastifyInstance, parts: Parts): void {
  const { clients, snapshot, perform, changes } = parts;
  server.get<WithPerson>('/sandbox/people/:id/screen', (request, reply) =>
    withClient(clients, request.params.id, reply, (client) => reply.send(snapshot(client))),
  );
  server.get<WithPerson>('/sandbox/people/:id/stream', (request, reply) =>
    withClient(clients, request.params.id, reply, (client) =>
      stream(reply, changes, () => snapshot(client), { ignored: ['version'] }),
    ),
  );
  server.post<WithPerson>('/sandbox/people/:id/verbs', (request, reply) =>
    withClient(clients, request.params.id, reply, async (client) => {
      const verb = Verb.safeParse(request.body);
      if (!verb.success) return reply.status(400).send({ error: z.prettifyError(verb.error) });
      return reply.send(await perform(client, verb.data));
    }),
  );
}

function withClient(
  clients: Clients,
  id: string,
  reply: FastifyReply,
  use: (client: Client) => FastifyReply | Promise<FastifyReply>,
): FastifyReply | Promise<FastifyReply> {
  const client = clients.get(id);
  return client ? use(client) : reply.status(404).send({ error: `there is no person ${id}` });
}
