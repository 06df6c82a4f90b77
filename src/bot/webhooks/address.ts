import { lookup as dnsLookup, type LookupOptions } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that aren't the public internet (IANA special-purpose registries), among them a cloud's metadata address. */
const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4');

/** Only global unicast addresses are public; of these, tunnels that lead to IPv4 addresses, and documentation. */
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');
const notPublicV6 = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublicV6.addSubnet(network, bits, 'ipv6');

/** @param address an IP address, without brackets */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 4) return privateNetworks.check(address, 'ipv4');
  return !publicV6.check(address, 'ipv6') || notPublicV6.check(address, 'ipv6');
}

class PrivateAddress extends Error {
  override name = 'PrivateAddress';
  readonly code = 'private';
}

/** Resolves names for a connection, without addresses in private networks. */
export const publicLookup = ((host: string, options: LookupOptions, done: (...args: never[]) => void) => {
  const give = done as unknown as (error: Error | null, address?: unknown, family?: number) => void;
  dnsLookup(host, { ...options, all: true }, (error, found) => {
    if (error) return give(error);
    const addresses = found.filter(({ address }) => !isPrivateAddress(address));
    const [first] = addresses;
    if (!first) return give(new PrivateAddress('The name leads to a private network.'));
    if (options.all) give(null, addresses);
    else give(null, first.address, first.family);
  });
}) as LookupFunction;

export type AddressMistake = 'noAddress' | 'plain' | 'private';

const longest = 1_000;

/** Finds a mistake in an endpoint's address that shows without a lookup. */
export function mistakeInAddress(text: string, mayBePrivate: boolean): AddressMistake | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || text.length > longest)
    return 'noAddress';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLoopback = host === 'localhost' || host === '::1' || /^127\./.test(host);
  if (url.protocol === 'http:' && !isLoopback) return 'plain';
  const isPrivate = isLoopback || host.endsWith('.localhost') || (isIP(host) !== 0 && isPrivateAddress(host));
  return isPrivate && !mayBePrivate ? 'private' : undefined;
}
