import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { type Environment, optional, withDefault } from './config-values.ts';

const proxyAddress = optional(
  z
    .string()
    // A missing scheme means http://, as in other programs.
    .transform((address) => (address.includes('://') ? address : `http://${address}`))
    .refine(isProxyAddress, {
      // The value may contain a password, so it isn't repeated.
      error: 'Use the proxy’s address, such as http://proxy.acme.com:3128, with %40 for an @ in a password.',
    }),
);

export const Proxies = z.object({
  HTTPS_PROXY: proxyAddress.meta({
    meaning:
      'proxy for `https://` addresses, such as `http://proxy.acme.com:3128`; see “Behind a proxy” in docs/configure.md',
  }),
  HTTP_PROXY: proxyAddress.meta({
    meaning: 'proxy for `http://` addresses, and for all if `HTTPS_PROXY` isn’t set',
  }),
  NO_PROXY: withDefault(
    z
      .string()
      .refine(
        isExemptList,
        'List names and single addresses by comma, such as .acme.com,10.1.2.3. Ranges such as 10.0.0.0/8 can’t be used.',
      ),
    '',
  ).meta({
    meaning: 'hosts to reach without a proxy, separated by commas',
    otherwise: 'none but this machine',
  }),
  NODE_EXTRA_CA_CERTS: optional(z.string()).meta({
    meaning: 'PEM file with your company’s certificate authorities',
  }),
});
export type ProxyConfig = Pick<z.infer<typeof Proxies>, 'HTTP_PROXY' | 'HTTPS_PROXY' | 'NO_PROXY'> & {
  /** Address of the embedded service, always reached without a proxy. */
  SERVICE_HOST?: string;
};

export function withProxyNames(env: Environment): Environment {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];
  const given = names.map((name) => [name, env[name.toLowerCase()] || env[name]]);
  return { ...env, ...Object.fromEntries(given) };
}

/** Ranges are refused rather than silently ignored, except the loopback range, a common default that always applies. */
function isExemptList(list: string): boolean {
  const entries = list.split(/[,\s]+/).filter((entry) => entry !== '');
  return entries.every(
    (entry) => isIPv6(entry) || /^(127\.0\.0\.0\/8|\[[\da-f:.]+\]|[^/:@[\]]+)(:\d+)?$/i.test(entry),
  );
}

/** Also checks that user name and password decode; the library would fail on them only during startup. */
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
