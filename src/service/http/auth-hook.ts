import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import type { Db } from '../storage/tables.ts';
import { createAuthenticate } from '../tokens/tokens.ts';
import { allowed, type Endpoint, endpointAt, endpoints } from './endpoints.ts';
import { sendNotFound, sendRedirect } from './routes.ts';

/**
 * Decides, before the body is read, whether a request reaches its endpoint, in the order of released
 * deployments: address, `Accept`, token, method.
 * @param apiAccess whether the API exists at all (specification, section 5, rule 1)
 */
export function authHook(db: Db, apiAccess: boolean) {
  const authenticate = createAuthenticate(db);

  async function admit(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.header('allow', allowed(endpoint));
    if (!acceptsJson(request.headers.accept))
      throw new Refusal(406, { detail: 'Could not satisfy the request Accept header.' });
    if (endpoint !== endpoints.schema) await authenticate(request.headers.authorization);
    if (request.is404) throw new Refusal(405, { detail: `Method "${request.method}" not allowed.` });
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const path = pathOf(request);
    if (!/^\/api(\/|$)/.test(path)) return request.is404 ? sendNotFound(reply) : undefined;
    if (!apiAccess) return sendNotFound(reply);
    const endpoint = endpointAt(path);
    if (endpoint) return admit(endpoint, request, reply);
    const [query = ''] = /\?.*/s.exec(request.url) ?? [];
    if (endpointAt(`${path}/`)) return sendRedirect(reply, `${path}/${query}`);
    return request.is404 ? sendNotFound(reply) : undefined;
  };
}

/** Whether the `Accept` header allows JSON; parameters, including quality, are ignored. */
export function acceptsJson(accept = '*/*'): boolean {
  const ranges = accept.split(',').map((range) => (range.split(';')[0] ?? '').trim().toLowerCase());
  return ranges.some((range) => ['*/*', 'application/*', 'application/json'].includes(range));
}

/** The path as the router reads it, so that another spelling (`/api/%75sers/`) can't bypass the checks. */
function pathOf({ is404, routeOptions, url }: FastifyRequest): string {
  if (!is404 && routeOptions.url !== undefined) return routeOptions.url;
  const [path = ''] = url.split(/[?#]/, 1);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
