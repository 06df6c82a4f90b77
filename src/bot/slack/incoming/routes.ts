import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A path that answers outside of Slack's requests; the shape is Bolt's `CustomRoute`. */
export interface Route {
  path: string;
  method: string;
  handler: (request: IncomingMessage, response: ServerResponse) => void;
}

/** What is asked about the process by those who run it. */
interface Probes {
  /** Whether it can take requests, and what `/readyz` says about it, as JSON. */
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

/** The same, also below a path that somebody in front leaves as it is. */
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

/** A server for the routes alone: in Socket Mode no other one listens. */
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
