import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request was meant for this server: its Host (and its Origin, from a browser) is a loopback name with
 * this port. A page elsewhere that had its name pointed at this machine (DNS rebinding) is turned away.
 */
export function isOurs(headers: IncomingHttpHeaders, port: number): boolean {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host, origin } = headers;
  if (host === undefined || !hosts.includes(host)) return false;
  return origin === undefined || hosts.includes(origin.replace(/^http:\/\//, ''));
}
