import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../log.ts';
import type { Metrics } from './metrics.ts';

interface ServeOptions {
  listen: { host: string; port: number };
  metrics: Pick<Metrics, 'scrape'>;
  log: Log;
}

/** Maximum number of connections, and the request timeout in milliseconds. */
const bounds = { connections: 20, patience: 5_000 };

export async function serveMetrics({ listen: { host, port }, metrics, log }: ServeOptions) {
  const times = { requestTimeout: bounds.patience, headersTimeout: bounds.patience };
  const server = createServer(times, ({ method, url = '' }, response) => {
    const isAsked = method === 'GET' && url.split('?')[0] === '/metrics';
    if (isAsked) void answer(response, metrics, log);
    else response.writeHead(404, plain).end('Metrics are at /metrics.\n');
  });
  server.maxConnections = bounds.connections;
  server.listen(port, host);
  await once(server, 'listening');
  server.on('error', (err) => log.error({ err }, 'the metrics could not be served for a moment'));
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}/metrics`,
    async stop(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const plain = { 'content-type': 'text/plain; charset=utf-8' };

async function answer(response: ServerResponse, metrics: Pick<Metrics, 'scrape'>, log: Log): Promise<void> {
  try {
    const { contentType, text } = await metrics.scrape();
    response.writeHead(200, { 'content-type': contentType }).end(text);
  } catch (err) {
    log.error({ err }, 'the metrics cannot be read');
    response.writeHead(500, plain).end('The metrics can’t be read. The log says why.\n');
  }
}
