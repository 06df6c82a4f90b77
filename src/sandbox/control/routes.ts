import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Changes } from '../changes.ts';
import type { Client } from '../client/client.ts';
import { perform } from '../client/perform.ts';
import { snapshot } from '../client/snapshot.ts';
import { NewFault } from '../faults/fault.ts';
import type { Faults } from '../faults/faults.ts';
import type { Slack } from '../slack.ts';
import type { Sockets } from '../socket-mode/sockets.ts';
import type { Traffic } from '../traffic/traffic.ts';
import { Verb } from '../verbs.ts';
import { stream } from './stream.ts';
import { workspaceOnScreen } from './workspace.ts';

export interface ControlTools {
  slack: Slack;
  sockets: Sockets;
  faults: Faults;
  traffic: Traffic;
  /** Changes of traffic and faults. */
  trafficChanges: Changes;
  requestUrl: { current: string | undefined };
}

type WithPerson = { Params: { id: string } };

/** What the page needs: the screens, the verbs, the workspace, the traffic and the faults. */
export function controlRoutes(server: FastifyInstance, tools: ControlTools): void {
  peopleRoutes(server, tools);
  trafficRoutes(server, tools);
  faultRoutes(server, tools);
  server.get('/sandbox/workspace', () => workspaceOnScreen(tools));
}

function peopleRoutes(server: FastifyInstance, { slack }: ControlTools): void {
  const { clients, changes } = slack;
  server.get<WithPerson>('/sandbox/people/:id/screen', (request, reply) =>
    withClient(clients, request.params.id, reply, (client) => reply.send(snapshot(slack, client))),
  );
  server.get<WithPerson>('/sandbox/people/:id/stream', (request, reply) =>
    withClient(clients, request.params.id, reply, (client) =>
      stream(reply, changes, () => snapshot(slack, client), { ignored: ['version'] }),
    ),
  );
  server.post<WithPerson>('/sandbox/people/:id/verbs', (request, reply) =>
    withClient(clients, request.params.id, reply, async (client) => {
      const verb = Verb.safeParse(request.body);
      if (!verb.success) return reply.status(400).send({ error: z.prettifyError(verb.error) });
      return reply.send(await perform(slack, client, verb.data));
    }),
  );
}

function withClient(
  clients: Map<string, Client>,
  id: string,
  reply: FastifyReply,
  use: (client: Client) => FastifyReply | Promise<FastifyReply>,
): FastifyReply | Promise<FastifyReply> {
  const client = clients.get(id);
  return client ? use(client) : reply.status(404).send({ error: `there is no person ${id}` });
}

function trafficRoutes(server: FastifyInstance, { traffic, trafficChanges }: ControlTools): void {
  server.get('/sandbox/traffic', () => traffic.list());
  server.get('/sandbox/traffic/stream', (_request, reply) =>
    stream(reply, trafficChanges, () => traffic.list(), { pause: 100 }),
  );
}

function faultRoutes(server: FastifyInstance, { faults }: ControlTools): void {
  server.get('/sandbox/faults', () => faults.list());
  server.post('/sandbox/faults', (request, reply) => {
    const fault = NewFault.safeParse(request.body);
    if (!fault.success) return reply.status(400).send({ error: z.prettifyError(fault.error) });
    return reply.status(201).send(faults.add(fault.data));
  });
  server.delete('/sandbox/faults', (_request, reply) => {
    faults.remove();
    return reply.status(204).send();
  });
  server.delete<WithPerson>('/sandbox/faults/:id', (request, reply) => {
    faults.remove(request.params.id);
    return reply.status(204).send();
  });
}
