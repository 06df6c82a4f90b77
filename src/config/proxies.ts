import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { optional } from './config-values.ts';
import type { Environment } from './environment.ts';

const proxyAddress = optional(
  z
    .string()
    // As other programs take it too.
    .transform((address) => (address.includes('://') ? address : `http://${address}`))
    .refine(isProxyAddress, {
      // What was entered can hold a password, so it is not repeated.
      error: 'Use the proxy’s address, such as http://proxy.acme.com:3128, with %40 for an @ in a password.',
    }),
);

/** The proxies that lead out of the network, and whom to trust beside those whom everybody trusts. */
export const Proxies = z.object({
  HTTP_PROXY: proxyAddress,
  HTTPS_PROXY: proxyAddress,
  NO_PROXY: optional(
    z
      .string()
      .refine(
        isExemptList,
        'List names and single addresses by comma, such as .acme.com,10.1.2.3. Ranges such as 10.0.0.0/8 can’t be used.',
      ),
  ).transform((list) => list ?? ''),
  NODE_EXTRA_CA_CERTS: optional(z.string()),
});
export type ProxyConfig = Pick<z.infer<typeof Proxies>, 'HTTP_PROXY' | 'HTTPS_PROXY' | 'NO_PROXY'> & {
  /** Where the embedded service is, which is this machine whatever its address. */
  SERVICE_HOST?: string;
};

/** These have been written in small letters too for as long as there are any; those win, as elsewhere. */
export function withProxyNames(env: Environment): Environment {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];
  const given = names.map((name) => [name, env[name.toLowerCase()] || env[name]]);
  return { ...env, ...Object.fromEntries(given) };
}

/**
 * Whether each is a name or an address, perhaps with a port. Ranges are refused, so that none is ignored unseen; the one
 * of this machine is a usual default, and holds in any case.
 */
function isExemptList(list: string): boolean {
  const entries = list.split(/[,\s]+/).filter((entry) => entry !== '');
  return entries.every(
    (entry) => isIPv6(entry) || /^(127\.0\.0\.0\/8|\[[\da-f:.]+\]|[^/:@[\]]+)(:\d+)?$/i.test(entry),
  );
}

/** Also its name and its password have to be readable, which the library would find out only in the middle of a start. */
function isProxyAddress(address: string): boolean {
  const {
    protocol,
    hostname = '',
    username = '',
    password = '',
    pathname,
    search,
    hash,
  } = URL.parse(address) ?? {};
  if (hostname === '' || !/^https?:$/.test(protocol ?? '')) return false;
  try {
    decodeURIComponent(username + password);
  } catch {
    return false;
  }
  return pathname === '/' && !search && !hash;
}
