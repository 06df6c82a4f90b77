import type { FastifyInstance, FastifyRequest } from 'fastify';
import { headerName } from '../idempotency/idempotency-key.ts';
import type { RunOnce } from '../idempotency/idempotent-writes.ts';
import type { CreateUser, CreationEndpoint } from '../people/create-user.ts';
import type { StartOffboarding } from '../people/start-offboarding.ts';
import type { AddSequence } from '../sequences/add-sequence.ts';
import type { Versions } from '../storage/list-versions.ts';
import type { List } from './cached-list.ts';
import { endpoints } from './endpoints.ts';
import { describeApi, describeEndpoint } from './openapi.ts';
import { sendJson, sendList, sendWriteResponse } from './replies.ts';

export type Lists = Record<'employees' | 'sequences', List>;

export function addListRoutes(server: FastifyInstance, lists: Lists): void {
  for (const name of ['employees', 'sequences'] as const)
    server.get(endpoints[name].path, async (request, reply) =>
      sendList(reply, await lists[name](versionsFor(request))),
    );
}

/** Adds the API's own description: OpenAPI, and `OPTIONS` of every endpoint. */
export function addDescriptionRoutes(server: FastifyInstance): void {
  server.get(endpoints.schema.path, async (_request, reply) => sendJson(reply, 200, schema()));
  for (const { path, description } of descriptions)
    server.options(path, async (_request, reply) => sendJson(reply, 200, description()));
}

const schema = madeOnce(describeApi);
const descriptions = Object.values(endpoints).map((endpoint) => ({
  path: endpoint.path,
  description: madeOnce(() => describeEndpoint(endpoint)),
}));

function madeOnce(describe: () => object): () => Buffer {
  let made: Buffer | undefined;
  return () => (made ??= Buffer.from(JSON.stringify(describe())));
}

export interface Writes {
  runOnce: RunOnce;
  createUser: CreateUser;
  startOffboarding: StartOffboarding;
  onOffboarding(): void;
}

export function addWriteRoutes(server: FastifyInstance, writes: Writes): void {
  const { runOnce, createUser, startOffboarding, onOffboarding } = writes;
  const create = (endpoint: CreationEndpoint, request: FastifyRequest) =>
    runOnce(writeOf(request), (key) => createUser(endpoint, request.body, versionsFor(request), key));
  server.post(endpoints.users.path, async (request, reply) =>
    sendWriteResponse(reply, await create('users', request)),
  );
  server.post(endpoints.newHires.path, async (request, reply) => {
    const response = await create('newhires', request);
    void reply.headers({ deprecation: deprecatedSince, link: successor });
    return sendWriteResponse(reply, response);
  });
  server.post(endpoints.offboarding.path, async (request, reply) => {
    const response = await runOnce(writeOf(request), (key) =>
      startOffboarding(request.body, versionsFor(request), key),
    );
    onOffboarding();
    return sendWriteResponse(reply, response);
  });
}

function writeOf({ routeOptions, headers, body }: FastifyRequest) {
  // Node joins a repeated header with a comma, which makes it an invalid key.
  const header = headers[headerName.toLowerCase()]?.toString();
  return { path: routeOptions.url ?? '', header, body };
}

/** Time when released deployments replaced the older endpoint, in the format of RFC 9745. */
const deprecatedSince = `@${Date.UTC(2023, 1, 1) / 1000}`;
const successor = `<${endpoints.users.path}>; rel="successor-version"`;

/** @throws when the auth hook hasn't admitted the request, which would be our bug */
function versionsFor({ versions }: FastifyRequest): Versions {
  if (!versions) throw new Error('A request without versions reached an endpoint.');
  return versions;
}

export interface Additions {
  importPeople(body: unknown): Promise<object>;
  changePerson(body: unknown): Promise<object>;
  listSequences(): Promise<object>;
  addSequence: AddSequence;
  changeSequence(body: unknown): Promise<object>;
  listStarters(): Promise<object>;
  listTasks(query: unknown): Promise<object>;
  changeTask(body: unknown): Promise<object>;
}

export function addAdditionRoutes(server: FastifyInstance, additions: Additions, runOnce: RunOnce): void {
  const { addSequence } = additions;
  const reads = { fullSequences: additions.listSequences, starters: additions.listStarters } as const;
  for (const name of ['fullSequences', 'starters'] as const)
    server.get(endpoints[name].path, async (_request, reply) => sendJson(reply, 200, await reads[name]()));
  server.get(endpoints.tasks.path, async ({ query }, reply) =>
    sendJson(reply, 200, await additions.listTasks(query)),
  );
  const changes = {
    people: additions.importPeople,
    person: additions.changePerson,
    sequence: additions.changeSequence,
    task: additions.changeTask,
  } as const;
  for (const name of ['people', 'person', 'sequence', 'task'] as const)
    server.post(endpoints[name].path, async ({ body }, reply) =>
      sendJson(reply, 200, await changes[name](body)),
    );
  server.post(endpoints.newSequence.path, async (request, reply) => {
    const run = runOnce(writeOf(request), (key) => addSequence(request.body, key));
    return sendWriteResponse(reply, await run);
  });
}
