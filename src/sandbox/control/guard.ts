import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request was meant for this server: its Host (and Origin, if sent) must be a loopback name with this port.
 * Guards against DNS rebinding.
 */
export function isOurs(headers: IncomingHttpHeaders, port: number): boolean {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host, origin } = headers;
  if (host === undefined || !hosts.includes(host)) return false;
  return origin === undefined || hosts.includes(origin.replace(/^http:\/\//, ''));
}
