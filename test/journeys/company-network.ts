import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { type Duplex, type Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Cleanup, temporaryFolder } from './office.ts';

/** A company’s own certificate authority, valid for a hundred years. Its key is gone. */
const authority = `-----BEGIN CERTIFICATE-----
MIIBdjCCARugAwIBAgIUE9IqpZzArg02gsxZ7Cmfho6KwDMwCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEQWNtZTAgFw0yNjExMjcyMjIyNDlaGA8yMTI2MTEwMzIyMjI0
OVowDzENMAsGA1UEAwwEQWNtZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABHks
G+/sPZOOYilrjRqYT8/85DfHGjhhKsGaax81Gfl1F0qso9MJqN8UQImjPEbWcLlC
KIdbJ6HmJPngnz/y/1SjUzBRMB0GA1UdDgQWBBSLVleh1+0Mk40KURyhc80DaQ1j
YTAfBgNVHSMEGDAWgBSLVleh1+0Mk40KURyhc80DaQ1jYTAPBgNVHRMBAf8EBTAD
AQH/MAoGCCqGSM49BAMCA0kAMEYCIQC+CE7rU9Kju0WmNnWBo9PlLfhxfN+NNAuS
PZoX4OY9oAIhAIpyG7CeA1VYVDHZcV1EqIU8oLVlpdh2XCFKw5BWtvMn
-----END CERTIFICATE-----`;

/**
 * Signed by it for slack.acme.test and onboarding.acme.test, with a key that protects nothing else. Made with
 * openssl x509 -req -CA authority.pem -CAkey authority.key -days 36500 -extfile names
 */
const hosts = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBlzCCAT2gAwIBAgIUCIwgiwiH4JUZy68UjYtR+vPyDAswCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEQWNtZTAgFw0yNjExMjcyMjIyNDlaGA8yMTI2MTEwMzIyMjI0
OVowEDEOMAwGA1UEAwwFSG9zdHMwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAART
exJu2hXf5MYoZNuuIhvfl2P8zeHRvUU5qMN76k04qvDvKrvOsy4AJ5bx/IspjI+0
z3lGgfGM5SdH/AmZFyrho3QwcjAwBgNVHREEKTAngg9zbGFjay5hY21lLnRlc3SC
FG9uYm9hcmRpbmcuYWNtZS50ZXN0MB0GA1UdDgQWBBTk1vLUZ6ookpV+j4j/eeFl
PprgwjAfBgNVHSMEGDAWgBSLVleh1+0Mk40KURyhc80DaQ1jYTAKBggqhkjOPQQD
AgNIADBFAiBMpwT6utiXtdsn1j1UxAtdxarT4V4vf/xYF8AzwOWD0AIhAKlsZ/A+
WK7+uFvDZ3b/3/v6s0PPZuXT+GKt164jZems
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg53lLJ/GoE3pRY8Kj
F2C02Kjws+eMrgAGyoIVrZ7Yv36hRANCAARTexJu2hXf5MYoZNuuIhvfl2P8zeHR
vUU5qMN76k04qvDvKrvOsy4AJ5bx/IspjI+0z3lGgfGM5SdH/AmZFyrh
-----END PRIVATE KEY-----`,
};

/** Credentials that the proxy accepts. */
const account = 'frontdesk:correct/horse';

/** Reachable through the proxy, but its server's certificate doesn't cover the name. */
export const uncertified = 'stray.acme.test';

/**
 * The only way out is a proxy with a password, and the servers behind it have certificates of the company's
 * own authority. The host names exist nowhere else.
 */
export async function companyNetwork(cleanup: Cleanup, targets: Record<string, string>) {
  const paths: string[] = [];
  const front = createSecureServer(hosts, (incoming, response) => {
    paths.push(incoming.url ?? '');
    forward(targets, incoming, response).catch(() => response.destroy());
  });
  front.on('upgrade', (incoming, near, head) => tunnelUpgrade(targets, incoming, near, head));
  const frontPort = await listening(cleanup, front);

  const asked: string[] = [];
  const forbidden = new Set<string>();
  const silences: { asked: string[] }[] = [];
  const lines = new Set<Socket>();
  // Clients send unencrypted requests to the proxy itself, with absolute URLs (RFC 9112, section 3.2.2).
  const proxy = createServer((incoming, response) => {
    asked.push(incoming.headers.host ?? '');
    if (!isKnown(incoming)) return void response.writeHead(407).end('Who are you?');
    incoming.url = incoming.url?.replace(/^http:\/\/[^/]+/, '') ?? '/';
    forward(targets, incoming, response).catch(() => response.destroy());
  });
  proxy.on('connect', (incoming: IncomingMessage, near: Socket) => {
    const host = incoming.url?.split(':')[0] ?? '';
    asked.push(host);
    const [silence] = silences;
    if (silence) return void silence.asked.push(host);
    if (!isKnown(incoming)) return void near.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    if (!(host in targets || host === uncertified) || forbidden.has(host))
      return void near.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const far = connect(frontPort, '127.0.0.1');
    near.write('HTTP/1.1 200 Connection established\r\n\r\n');
    joined(near, far);
    lines.add(near);
  });
  const proxyPort = await listening(cleanup, proxy);
  const file = join(temporaryFolder(cleanup), 'acme.pem');
  writeFileSync(file, authority);
  return {
    /** Contains the password, which must not show up anywhere. */
    proxy: `http://frontdesk:correct%2Fhorse@127.0.0.1:${proxyPort}`,
    proxyWithoutPassword: `127.0.0.1:${proxyPort}`,
    password: 'horse',
    authority: file,
    asked,
    paths,
    forbidden,
    /** Stops answering CONNECT until `end` is called; hosts asked for before that never get an answer. */
    fallSilent() {
      const silence = { asked: [] as string[], end: () => void silences.pop() };
      silences.push(silence);
      return silence;
    },
    /** Breaks every tunnel through the proxy. */
    cut: () => {
      for (const line of lines) line.destroy();
    },
  };
}

function isKnown({ headers }: IncomingMessage): boolean {
  return headers['proxy-authorization'] === `Basic ${Buffer.from(account).toString('base64')}`;
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

/** @param answers stream that reaches `one`, if it isn't `other` unchanged */
function joined(one: Duplex, other: Duplex, answers: Readable = other): void {
  one.pipe(other);
  answers.pipe(one);
  for (const [line, end] of [
    [one, other],
    [other, one],
  ] as const)
    line.on('error', () => end.destroy()).on('close', () => end.destroy());
}

function targetOf(targets: Record<string, string>, { headers }: IncomingMessage): string {
  return targets[headers.host ?? ''] ?? 'http://127.0.0.1:1';
}

function inPublic(text: string, host: string, name: string): string {
  return text.replaceAll(`ws://${host}`, `wss://${name}`).replaceAll(`http://${host}`, `https://${name}`);
}

function rewritten(change: (text: string) => string): Transform {
  let kept = Buffer.alloc(0);
  let isOpen = false;
  function taken(length: number): Buffer {
    const bytes = kept.subarray(0, length);
    kept = kept.subarray(length);
    return bytes;
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      kept = Buffer.concat([kept, chunk]);
      const head = kept.indexOf('\r\n\r\n');
      if (!isOpen && head >= 0) {
        this.push(taken(head + 4));
        isOpen = true;
      }
      for (let frame = isOpen && frameIn(kept); frame; frame = frameIn(kept))
        this.push(changed(taken(frame.end), frame.begin, change));
      done();
    },
  });
}

function frameIn(bytes: Buffer): { begin: number; end: number } | undefined {
  const short = bytes.length < 2 ? 127 : bytes.readUInt8(1);
  if (bytes.length < 10 && short > 8) return undefined;
  const [begin, length] =
    short === 127
      ? [10, Number(bytes.readBigUInt64BE(2))]
      : short === 126
        ? [4, bytes.readUInt16BE(2)]
        : [2, short];
  return bytes.length < begin + length ? undefined : { begin, end: begin + length };
}

function changed(frame: Buffer, begin: number, change: (text: string) => string): Buffer {
  const isText = (frame.readUInt8(0) & 15) === 1;
  if (!isText) return frame;
  const text = Buffer.from(change(frame.subarray(begin).toString()));
  const head = Buffer.alloc(10, 127);
  head.writeUInt8(frame.readUInt8(0), 0);
  head.writeBigUInt64BE(BigInt(text.length), 2);
  return Buffer.concat([head, text]);
}

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
  const said = Buffer.from(inPublic(text, new URL(target).host, headers.host ?? ''));
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
  const answers = rewritten((text) => inPublic(text, host, headers.host ?? ''));
  far.pipe(answers);
  joined(near, far, answers);
}
