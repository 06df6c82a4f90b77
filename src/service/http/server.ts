import { Readable } from 'node:stream';
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify';
import type { Log } from '../../log.ts';
import { headerName, type RepeatKey } from '../idempotency/idempotency-key.ts';
import { idempotentWrites, type WriteResponse } from '../idempotency/idempotent-writes.ts';
import { creationResponse, type Organization, userCreator } from '../people/create-user.ts';
import { offboardingStarter } from '../people/start-offboarding.ts';
import { Refusal } from '../refusal.ts';
import { templateLookup } from '../sequences/sequence-templates.ts';
import { listVersionReader, type Versions } from '../storage/list-versions.ts';
import type { Store } from '../storage/store.ts';
import type { TimelineWorker } from '../timeline/timeline-worker.ts';
import { tokenOwnerLookup } from '../tokens/tokens.ts';
import { authHook, notFoundPage } from './auth-hook.ts';
import { cachedList } from './cached-list.ts';
import { describeEndpoint } from './describe-endpoint.ts';
import { endpoints } from './endpoints.ts';
import { answerMalformed, refuseMethod } from './malformed-requests.ts';
import { addMonitoring } from './monitoring.ts';
import { describeApi } from './openapi.ts';
import { maxBody, readBodies, unsupportedMediaType } from './request-body.ts';

export interface ServerParts {
  store: Store;
  organization: Organization;
  apiAccess: boolean;
  timelineWorker: TimelineWorker;
  log: Log;
}

/** How long a client may take to send its request, in milliseconds. */
const requestTimeout = 30_000;

/** The HTTP server with all its routes, not yet listening. */
export function buildServer(parts: ServerParts): FastifyInstance {
  const { store, log, apiAccess } = parts;
  const clientErrorHandler = answerMalformed(apiAccess);
  const server = fastify({ bodyLimit: maxBody, requestTimeout, frameworkErrors, clientErrorHandler });
  // Node answers no CONNECT by itself: the client would see its connection end.
  server.server.on('connect', ({ method = '', url = '' }, socket) =>
    refuseMethod(method, url, apiAccess, socket),
  );
  server.setErrorHandler((error: FastifyError, request, reply) =>
    answerError(refusalFor(error, request), reply, log),
  );
  const readVersions = listVersionReader(store);
  server.decorateRequest('versions', null);
  server.addHook('onRequest', authHook({ ownerOf: tokenOwnerLookup(store), readVersions, apiAccess }));
  readBodies(server);
  addMonitoring(server, store, log);
  addLists(server, store);
  addDescriptions(server);
  addWrites(server, parts);
  return server;
}

function addDescriptions(server: FastifyInstance): void {
  const schema = Buffer.from(JSON.stringify(describeApi()));
  server.get(endpoints.schema.path, async (_request, reply) => sendJson(reply, 200, schema));
  for (const endpoint of Object.values(endpoints)) {
    const description = Buffer.from(JSON.stringify(describeEndpoint(endpoint)));
    server.options(endpoint.path, async (_request, reply) => sendJson(reply, 200, description));
  }
}

/** An address that cannot be read is a wrong address. */
function frameworkErrors(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  void reply.code(404).type('text/html; charset=utf-8').send(notFoundPage);
}

function addLists(server: FastifyInstance, store: Store): void {
  const employees = cachedList(store, 'employees');
  const sequences = cachedList(store, 'sequences');
  server.get(endpoints.employees.path, async (request, reply) =>
    sendList(reply, await employees(versionsFor(request))),
  );
  server.get(endpoints.sequences.path, async (request, reply) =>
    sendList(reply, await sequences(versionsFor(request))),
  );
}

function addWrites(server: FastifyInstance, parts: ServerParts): void {
  const { store, organization, timelineWorker } = parts;
  const findTemplates = templateLookup(store);
  const createUser = userCreator(store, findTemplates, organization);
  const startOffboarding = offboardingStarter(store, findTemplates);
  const once = idempotentWrites(store);
  server.post(endpoints.users.path, async (request, reply) => {
    const create = async (key: RepeatKey | null) =>
      creationResponse(await createUser('users', request.body, versionsFor(request), key));
    return sendWriteResponse(reply, await once(writeOf(request), create));
  });
  server.post(endpoints.newHires.path, async (request, reply) => {
    const create = async (key: RepeatKey | null) =>
      creationResponse(await createUser('newhires', request.body, versionsFor(request), key));
    const answer = await once(writeOf(request), create);
    return sendWriteResponse(reply.header('deprecation', deprecatedSince).header('link', successor), answer);
  });
  server.post(endpoints.offboarding.path, async (request, reply) => {
    const start = (key: RepeatKey | null) => startOffboarding(request.body, versionsFor(request), key);
    const answer = await once(writeOf(request), start);
    timelineWorker.wake();
    return sendWriteResponse(reply, answer);
  });
}

/** What a request wants, with the key that makes it the same as another one. */
function writeOf(request: FastifyRequest) {
  const { routeOptions, headers, body } = request;
  // Node joins a header that is sent twice with a comma, which no key has.
  const header = headers[headerName.toLowerCase()]?.toString();
  return { path: routeOptions.url ?? '', header, body };
}

function sendWriteResponse(reply: FastifyReply, { status, body, repeated }: WriteResponse): FastifyReply {
  if (repeated) void reply.header('idempotent-replayed', 'true');
  return body === null ? reply.code(status).send() : sendJson(reply, status, Buffer.from(body));
}

/** When released deployments replaced the older endpoint, as RFC 9745 writes an instant. */
const deprecatedSince = `@${Date.UTC(2023, 1, 1) / 1000}`;
const successor = `<${endpoints.users.path}>; rel="successor-version"`;

/** @throws when the auth hook has not let the request in, which would be our fault */
function versionsFor({ versions }: FastifyRequest): Versions {
  if (!versions) throw new Error('A request without versions reached an endpoint.');
  return versions;
}

function sendList(reply: FastifyReply, pieces: readonly Buffer[]): FastifyReply {
  const [only] = pieces;
  if (pieces.length === 1 && only) return sendJson(reply, 200, only);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const headers = { 'content-type': 'application/json', 'content-length': length };
  return reply
    .code(200)
    .headers(headers)
    .send(Readable.from(pieces, { objectMode: false }));
}

function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  return reply.code(status).header('content-type', 'application/json').send(bytes);
}

/** What the framework refuses by itself, in our form. */
function refusalFor(error: FastifyError, request: FastifyRequest): Error {
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return unsupportedMediaType(request.headers['content-type']);
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new Refusal(413, { detail: `The body is larger than ${maxBody} bytes.` });
  }
  const status = error.statusCode ?? 500;
  return status < 500 && !(error instanceof Refusal) ? new Refusal(status, { detail: error.message }) : error;
}

/** A refusal is sent as it is; anything else is our fault: a 500 without details, which stand in the log. */
function answerError(error: Error, reply: FastifyReply, log: Log): FastifyReply {
  if (error instanceof Refusal) return sendJson(reply.headers(error.headers), error.status, error.body);
  log.error({ err: error }, 'A request failed');
  return reply.code(500).type('text/html; charset=utf-8').send('<h1>Server Error (500)</h1>');
}
