import { hash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { CommandFailed } from '../../src/commands/terminal.ts';
import { listening } from '../listening.ts';
import { type Cleanup, serverThat, temporaryFolder } from './office.ts';
import { runHere } from './program.ts';

/**
 * Self-signed certificate for loopback and its key, which protects nothing else. Made with
 * openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=localhost
 */
const selfSigned = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIULHyuOvP+z74917I4j31gzN1uGGwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNDEwMDc0N1oYDzIxMjYxMDMx
MTAwNzQ3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS798/XQowbzW2pEYGWXOpBapoHeRZ54thzAikV3FI8J6HrEZH6yM/k
UVdyHKZNPpRYRK5BGD5JOk6NU75dh+Yho28wbTAdBgNVHQ4EFgQUm6nUW4nLHZoA
ySLH7mZ3IWxtxvwwHwYDVR0jBBgwFoAUm6nUW4nLHZoAySLH7mZ3IWxtxvwwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhANy+pS/9RaNktTAIvflDu6jbu6TdgAnEEno8EXZSXhi3AiAc
+TtucV+iUR+DlHwUZHG55/qbzSC/pPfcUKhYx5vxAA==
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+vdjEpZX2gKkl8cx
PvB8PYjMBVfvo+6fq+jCBKAxYnuhRANCAAS798/XQowbzW2pEYGWXOpBapoHeRZ5
4thzAikV3FI8J6HrEZH6yM/kUVdyHKZNPpRYRK5BGD5JOk6NU75dh+Yh
-----END PRIVATE KEY-----`,
};

interface Line {
  name: string;
  title: string;
  state: 'ok' | 'warning' | 'failure' | 'unchecked';
  what: string;
  todo?: string;
}

export async function doctor(env: Record<string, string>) {
  const { said, failure } = await runHere(['doctor', '--json'], env);
  const isFailed = failure instanceof CommandFailed;
  if (failure && !isFailed) throw failure;
  const { ok, checks } = JSON.parse(said) as { ok: boolean; checks: Line[] };
  const lineOf = (name: string) => {
    const found = checks.find((check) => check.name === name);
    if (!found) throw new Error(`There is no ${name} among ${checks.map((check) => check.name).join(', ')}.`);
    return found;
  };
  const bad = checks.filter(({ state }) => state === 'warning' || state === 'failure');
  return { ok, checks, lineOf, bad, exitCode: isFailed ? failure.exitCode : 0, all: said };
}

interface SlackAnswer {
  body: Record<string, unknown>;
  headers: Record<string, string>;
}

export async function slackBut(
  cleanup: Cleanup,
  apiUrl: string,
  change: (method: string, answer: SlackAnswer) => Partial<SlackAnswer> | undefined,
): Promise<string> {
  const url = await serverThat(cleanup, async (request, reply) => {
    const method = (request.url ?? '').split('?')[0]?.split('/').at(-1) ?? '';
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { authorization = '', 'content-type': type = 'application/x-www-form-urlencoded' } =
      request.headers;
    const asked = await fetch(`${apiUrl}${method}`, {
      method: 'POST',
      headers: { 'content-type': type, ...(authorization && { authorization }) },
      body: Buffer.concat(chunks),
    });
    const kept = ['x-oauth-scopes', 'date'].map((name) => [name, asked.headers.get(name) ?? '']);
    const answer = {
      body: (await asked.json()) as Record<string, unknown>,
      headers: Object.fromEntries(kept) as Record<string, string>,
    };
    const { body, headers } = { ...answer, ...change(method, answer) };
    reply.writeHead(200, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return `${url}/api/`;
}

export async function blackHole(cleanup: Cleanup, greet = (_socket: Socket) => {}): Promise<number> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    greet(socket);
  });
  const { port } = await listening(cleanup, server);
  cleanup.later(() => {
    for (const socket of open) socket.destroy();
  });
  return port;
}

export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function selfSignedService(cleanup: Cleanup): Promise<string> {
  const server = createSecureServer(selfSigned, (_request, reply) => void reply.end());
  return `https://127.0.0.1:${(await listening(cleanup, server)).port}`;
}

export async function storedDatabase(cleanup: Cleanup, service: { url: string; token: string }) {
  const path = join(temporaryFolder(cleanup), 'frontdesk.db');
  const env = { DATABASE_URL: `sqlite:${path}` };
  const { failure } = await runHere(['token', 'set', '--url', service.url], env, service.token);
  if (failure) throw failure;
  return path;
}

export function copied(cleanup: Cleanup, path: string): string {
  const folder = temporaryFolder(cleanup);
  cpSync(dirname(path), folder, { recursive: true });
  return join(folder, basename(path));
}

export function contentsOf(folder: string): string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return [];
  const sum = (name: string) => hash('sha256', readFileSync(join(folder, name)));
  return readdirSync(folder)
    .sort()
    .map((name) => `${name} ${sum(name)}`);
}
