import { z } from 'zod';
import { optional } from './config-values.ts';
import type { Environment } from './environment.ts';

const proxyAddress = optional(
  z
    .string()
    // As other programs take it too.
    .transform((address) => (address.includes('://') ? address : `http://${address}`))
    .pipe(
      z.url({
        protocol: /^https?$/,
        error: 'Use the proxy’s address, such as http://proxy.acme.com:3128.',
      }),
    ),
);

/** What never leaves this machine has no proxy: the embedded service, or a sandbox. */
const ownMachine = ['localhost', '127.0.0.1', '[::1]', '0.0.0.0'];

/** The proxies that lead out of the network. */
export const Proxies = z.object({
  HTTP_PROXY: proxyAddress,
  HTTPS_PROXY: proxyAddress,
  NO_PROXY: optional(z.string()).transform((names) => [...ownMachine, names ?? ''].join(',')),
  NODE_EXTRA_CA_CERTS: optional(z.string()),
});
export type ProxyConfig = z.infer<typeof Proxies>;

/** These have been written in small letters too for as long as there are any; those win, as elsewhere. */
export function withProxyNames(env: Environment): Environment {
  const names = Object.keys(Proxies.shape);
  const given = names.map((name) => [name, env[name.toLowerCase()] || env[name]]);
  return { ...env, ...Object.fromEntries(given) };
}

/**
 * Node reads this one by itself, only warns of a file that it cannot read, and trusts nobody in it then.
 * @param readFile gives a file's text, or throws
 */
export function authorityProblems(env: Environment, readFile: (path: string) => string): string[] {
  const path = env.NODE_EXTRA_CA_CERTS;
  if (!path) return [];
  try {
    if (readFile(path).includes('BEGIN CERTIFICATE')) return [];
    return [`NODE_EXTRA_CA_CERTS: There’s no certificate in ${path}. It has to be in PEM format.`];
  } catch {
    return [`NODE_EXTRA_CA_CERTS: The file ${path} can’t be read. Check that it exists and who may read it.`];
  }
}
