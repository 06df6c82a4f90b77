import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Client, Clients } from '../client/client.ts';
import type { HandlerParts, Perform } from '../client/perform.ts';
import { snapshot } from '../client/snapshot.ts';
import { Verb } from '../verbs.ts';
import { screenNews } from './screen-news.ts';
import { stream } from './stream.ts';

interface Parts extends Pick<HandlerParts, 'app' | 'workspace' | 'changes'> {
  clients: Clients;
  perform: Perform;
}

type OfPerson = { Params: { id: string } };

/** Routes for one person: their screen, once or as a stream, and the endpoint for their actions. */
export function peopleRoutes(server: FastifyInstance, parts: Parts): void {
  const { clients, perform, changes } = parts;
  const screen = forPerson(clients, (client, reply) => reply.send(snapshot(parts, client)));
  server.get<OfPerson>('/sandbox/people/:id/screen', screen);
  const screens = forPerson(clients, (client, reply) =>
    stream(
      reply,
      changes,
      screenNews(() => snapshot(parts, client)),
    ),
  );
  server.get<OfPerson>('/sandbox/people/:id/stream', screens);
  const act = forPerson(clients, async (client, reply, body) => {
    const verb = Verb.safeParse(body);
    if (!verb.success) return reply.status(400).send({ error: z.prettifyError(verb.error) });
    return reply.send(await perform(client, verb.data));
  });
  server.post<OfPerson>('/sandbox/people/:id/verbs', act);
}

type Use = (client: Client, reply: FastifyReply, body: unknown) => FastifyReply | Promise<FastifyReply>;

function forPerson(clients: Clients, use: Use) {
  return ({ params: { id }, body }: FastifyRequest<OfPerson>, reply: FastifyReply) => {
    const client = clients.get(id);
    return client ? use(client, reply, body) : reply.status(404).send({ error: `there is no person ${id}` });
  };
}
