import type { AddressInfo } from 'node:net';
import formBody from '@fastify/formbody';
import { type FastifyInstance, fastify } from 'fastify';
import { z } from 'zod';
import { type Built, build, restore, type SandboxOptions, save } from './build.ts';
import { snapshot, workspaceOnScreen } from './client/snapshot.ts';
import { perform } from './client/verbs.ts';
import { faultRoutes, isOurs, peopleRoutes, trafficRoutes } from './control/routes.ts';
import { surroundingsRoutes } from './control/surroundings.ts';
import { pageRoutes } from './page-files/routes.ts';
import { personEvent, userGroupChanges } from './payloads/events.ts';
import { responseUrlRoutes } from './payloads/response-urls.ts';
import type { Verb } from './screen.ts';
import { NewFault } from './traffic/traffic.ts';
import { methods, webApiRoutes } from './web-api/answer-call.ts';
import { downloadRoute, privateFileRoute, uploadRoute } from './web-api/files.ts';
import type { ChannelChange } from './workspace/channels.ts';
import type { SandboxPerson, UserGroupChange } from './workspace/workspace.ts';

export type { SandboxOptions };

export type Sandbox = ReturnType<typeof facade>;

/** A person's client, without the page. */
export type ClientControl = ReturnType<Sandbox['client']>;

/** Starts on loopback, with one app installed. Throws an `Error` when the manifest is invalid or the port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const parts = build(options);
  const { address, sockets } = parts;
  const server = fastify({ bodyLimit: 4_000_000, forceCloseConnections: true });
  server.addHook('onRequest', async (request, reply) => {
    if (!isOurs(request.headers, address.port))
      return reply.status(403).send(`Open http://127.0.0.1:${address.port}/ instead.`);
  });
  server.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof z.ZodError)) throw error;
    return reply.status(400).send({ error: z.prettifyError(error) });
  });
  await server.register(formBody);
  webApiRoutes(server, parts);
  responseUrlRoutes(server, parts);
  uploadRoute(server, parts);
  downloadRoute(server, parts);
  privateFileRoute(server, parts);
  peopleRoutes(server, parts);
  trafficRoutes(server, parts.traffic, parts.changes);
  faultRoutes(server, parts.faults);
  if (parts.surroundings) surroundingsRoutes(server, parts.surroundings);
  server.get('/sandbox/workspace', () => workspaceOnScreen(parts));
  pageRoutes(server);
  server.server.on('upgrade', (request, socket, head) => {
    if (isOurs(request.headers, address.port)) sockets.upgrade(request, socket, head);
    else socket.destroy();
  });
  await server.listen({ host: '127.0.0.1', port: options.port });
  address.port = (server.server.address() as AddressInfo).port;
  return facade(parts, server);
}

function facade(parts: Built, server: FastifyInstance) {
  const { app, workspace, clients, changes, tellApp, clock } = parts;
  const { address, calls, requestUrl, delivery, sockets, faults } = parts;
  const { botToken, appToken, signingSecret } = app;
  const url = `http://127.0.0.1:${address.port}/`;
  return {
    url,
    apiUrl: `${url}api/`,
    ...{ botToken, appToken, signingSecret },
    teamId: app.team.id,
    methods: Object.keys(methods),
    setRequestUrl(next: string | undefined): void {
      requestUrl.current = next;
      changes.changed();
    },
    /** Throws an `Error` if nobody has this id. */
    client(id: string) {
      const client = clients.get(id);
      if (!client) throw new Error(`there is no person ${id} in this sandbox`);
      return {
        perform: (verb: Verb) => perform(parts, client, verb),
        snapshot: () => snapshot(parts, client),
        changes,
        workspace,
      };
    },
    calls: (method?: string) => calls.filter((call) => method === undefined || call.method === method),
    deliveries: () => [...delivery.recorded],
    messages: (channelId: string) => [...(workspace.channels.get(channelId)?.messages ?? [])],
    files: () => parts.files.all(),
    addPerson(person: SandboxPerson): void {
      parts.addClient(person);
      changes.changed();
      void tellApp(personEvent('team_join', { app, person, now: clock.now() }));
    },
    changePerson(id: string, change: Partial<Omit<SandboxPerson, 'id'>>): void {
      const person = workspace.changePerson(id, change);
      changes.changed();
      void tellApp(personEvent('user_change', { app, person, now: clock.now() }));
    },
    changeUserGroup(id: string, change: UserGroupChange): void {
      const changed = workspace.changeUserGroup(id, change);
      changes.changed();
      for (const event of userGroupChanges(app, changed, clock.now())) void tellApp(event);
    },
    changeChannel(id: string, change: ChannelChange): void {
      workspace.changeChannel(id, change);
      changes.changed();
    },
    addFault: (fault: z.input<typeof NewFault>) => void faults.add(NewFault.parse(fault)),
    clearFaults: () => faults.remove(),
    connections: () => sockets.count,
    /** Asks the app to reconnect, as Slack does about every hour. */
    refreshSockets: (reason: 'warning' | 'refresh_requested') => sockets.each((one) => one.ask(reason)),
    dropSockets: () => sockets.each((one) => one.drop()),
    /** Keeps the app's connections open without any traffic, not even pings. */
    silenceSockets: () => sockets.each((one) => one.silence()),
    sendFrame: (text: string) => sockets.each((one) => one.sendText(text)),
    settled: () => delivery.settled(),
    /** Calls `listener` whenever something that people see may have changed. @returns how to stop it */
    onChange: (listener: () => void) => changes.listen(listener),
    /** People, messages, files and Home tabs as JSON, for a later start. */
    save: () => save(parts),
    /** @throws an `Error` if the text isn't what `save` returned */
    restore(saved: string): void {
      restore(parts, saved);
      changes.changed();
    },
    async stop(): Promise<void> {
      delivery.stop();
      await sockets.stop();
      await server.close();
    },
  };
}
