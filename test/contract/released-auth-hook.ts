import type { FastifyReply, FastifyRequest } from 'fastify';
import { allowed, type Endpoint, endpointAt } from '../../src/service/http/endpoints.ts';
import { notFoundPage } from '../../src/service/http/routes.ts';
import { acceptsJson } from '../../src/service/http/server.ts';
import { Refusal } from '../../src/service/refusal.ts';
import { parseTokenHeader, unauthorized } from '../../src/service/tokens/tokens.ts';
import type { Release } from './released-deployment.ts';
import { html } from './released-faults.ts';

interface AuthHookOptions {
  tokens: ReadonlyMap<string, 'good' | 'inactive' | 'not-admin'>;
  release: Release;
  apiAccess: boolean;
}

const offered: Record<Release, readonly string[]> = {
  'v2.0.20': ['/api/employees/', '/api/sequences/', '/api/newhires/'],
  'v2.0.32': ['/api/employees/', '/api/sequences/', '/api/users/'],
  'v2.4.1': ['/api/employees/', '/api/sequences/', '/api/users/', '/api/offboarding/'],
};

export function releasedAuthHook({ tokens, release, apiAccess }: AuthHookOptions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const [path = '', query] = request.url.split('?');
    if (path === '/health') return reply.code(200).type('text/html').send('ok');
    const exists = (candidate: string) => apiAccess && offered[release].includes(candidate);
    if (!exists(path)) {
      if (!exists(`${path}/`)) return reply.code(404).type(html).send(notFoundPage);
      return reply
        .code(301)
        .header('location', `${path}/${query ? `?${query}` : ''}`)
        .type(html)
        .send('');
    }
    const endpoint = endpointAt(path);
    if (endpoint) admit(endpoint, request, reply, tokens);
    return undefined;
  };
}

function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  tokens: AuthHookOptions['tokens'],
) {
  reply.header('allow', allowed(endpoint));
  const { accept, authorization } = request.headers;
  if (!acceptsJson(accept)) {
    throw new Refusal(406, { detail: 'Could not satisfy the request Accept header.' });
  }
  const owner = tokens.get(parseTokenHeader(authorization));
  if (!owner) throw unauthorized('Invalid token.');
  if (owner === 'inactive') throw unauthorized('User inactive or deleted.');
  if (owner === 'not-admin') {
    throw new Refusal(403, { detail: 'You do not have permission to perform this action.' });
  }
  const methods = allowed(endpoint).split(', ');
  if (!methods.includes(request.method))
    throw new Refusal(405, { detail: `Method "${request.method}" not allowed.` });
}
