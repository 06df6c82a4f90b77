import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { privateAuthority } from './certificates.ts';
import { type Cleanup, temporaryFolder } from './office.ts';

/** Whom the proxy lets out. */
const account = 'frontdesk:pass/word';

/**
 * A company's network: nothing is reached but through a proxy that wants a password, and what is behind it has
 * certificates of the company's own authority. The names exist nowhere else.
 * @param targets the servers of this machine that answer behind each name
 */
export async function companyNetwork(cleanup: Cleanup, targets: Record<string, string>) {
  const { authority, server } = privateAuthority(Object.keys(targets));
  const front = createSecureServer(server, (incoming, response) => {
    forward(targets, incoming, response).catch(() => response.destroy());
  });
  front.on('upgrade', (incoming, near, head) => tunnelUpgrade(targets, incoming, near, head));
  const frontPort = await listening(cleanup, front);

  const asked: string[] = [];
  const lines = new Set<Socket>();
  const proxy = createServer((_incoming, response) => void response.writeHead(405).end());
  proxy.on('connect', (incoming: IncomingMessage, near: Socket) => {
    const host = incoming.url?.split(':')[0] ?? '';
    asked.push(host);
    const expected = `Basic ${Buffer.from(account).toString('base64')}`;
    if (incoming.headers['proxy-authorization'] !== expected)
      return void near.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    if (!(host in targets)) return void near.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const far = connect(frontPort, '127.0.0.1');
    near.write('HTTP/1.1 200 Connection established\r\n\r\n');
    joined(near, far);
    lines.add(near);
  });
  const proxyPort = await listening(cleanup, proxy);
  const file = join(temporaryFolder(cleanup), 'acme.pem');
  writeFileSync(file, authority);
  return {
    /** With a password, which is not to be seen anywhere. */
    proxy: `http://frontdesk:pass%2Fword@127.0.0.1:${proxyPort}`,
    proxyWithoutPassword: `127.0.0.1:${proxyPort}`,
    password: 'pass',
    authority: file,
    /** The hosts that somebody wanted to go to. */
    asked,
    /** Breaks off everything that goes through the proxy. */
    cut: () => {
      for (const line of lines) line.destroy();
    },
  };
}

async function listening(cleanup: Cleanup, server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const lines = new Set<Socket>();
  server.on('connection', (line: Socket) => lines.add(line));
  cleanup.later(() => {
    server.close();
    for (const line of lines) line.destroy();
  });
  return (server.address() as AddressInfo).port;
}

function joined(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }
}

function targetOf(targets: Record<string, string>, { headers }: IncomingMessage): string {
  return targets[headers.host ?? ''] ?? 'http://127.0.0.1:1';
}

/** The addresses of this machine become those of the network, as its own servers would give them. */
async function forward(targets: Record<string, string>, incoming: IncomingMessage, response: ServerResponse) {
  const target = targetOf(targets, incoming);
  const body = await buffer(incoming);
  const { method, url, headers } = incoming;
  const answered = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${target}${url}`, { method, headers: { ...headers, host: new URL(target).host } }, resolve)
      .on('error', reject)
      .end(body);
  });
  const text = (await buffer(answered)).toString();
  const said = Buffer.from(text.replaceAll(`ws://${new URL(target).host}`, `wss://${headers.host}`));
  const { 'content-length': _, 'transfer-encoding': __, ...kept } = answered.headers;
  response.writeHead(answered.statusCode ?? 502, { ...kept, 'content-length': said.length }).end(said);
}

function tunnelUpgrade(
  targets: Record<string, string>,
  incoming: IncomingMessage,
  near: Duplex,
  head: Buffer,
): void {
  const { hostname, port, host } = new URL(targetOf(targets, incoming));
  const far = connect(Number(port), hostname);
  const { method, url, headers } = incoming;
  const lines = Object.entries({ ...headers, host }).map(([name, value]) => `${name}: ${value}`);
  far.write([`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  far.write(head);
  joined(near, far);
}
