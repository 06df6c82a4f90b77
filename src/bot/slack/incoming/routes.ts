import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** HTTP path beside Slack's requests; the shape of Bolt's `CustomRoute`. */
export interface Route {
  path: string;
  method: string;
  handler: (request: IncomingMessage, response: ServerResponse) => void;
}

interface Probes {
  readiness: () => Promise<{ isReady: boolean; body: object }>;
}

/** `/healthz` (the process lives) and `/readyz` (it can take requests). */
export function probeRoutes({ readiness }: Probes): Route[] {
  return [
    probe('/healthz', (response) => reply(response, 200, 'ok')),
    probe('/readyz', (response) =>
      readiness().then(
        ({ isReady, body }) => reply(response, isReady ? 200 : 503, JSON.stringify(body), json),
        () => reply(response, 500, 'not known'),
      ),
    ),
  ];
}

/** Adds the routes below a path as well, for a proxy that doesn't strip it. */
export function alsoBelow(path: string, routes: readonly Route[]): Route[] {
  return [...routes, ...routes.map((route) => ({ ...route, path: `${path}${route.path}` }))];
}

function probe(path: string, answer: (response: ServerResponse) => unknown): Route {
  return { path, method: 'GET', handler: (_request, response) => void answer(response) };
}

const json = 'application/json; charset=utf-8';

function reply(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8') {
  response.writeHead(status, { 'content-type': type }).end(`${text}\n`);
}

/** Starts a server for the routes alone: in Socket Mode no other one listens. */
export function serveRoutes(
  routes: readonly Route[],
  listen: { host: string; port: number },
): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    const route = routes.find((candidate) => candidate.path === path && candidate.method === request.method);
    if (route) route.handler(request, response);
    else reply(response, 404, 'not found');
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(listen.port, listen.host, () => resolve(server));
  });
}
