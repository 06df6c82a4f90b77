import { BlockList, isIP } from 'node:net';

/** What never leaves this machine has no proxy: the embedded service, or a sandbox. */
const ownMachine = 'localhost, 127.0.0.0/8, ::1, 0.0.0.0, ::';

/** One name of the list, and the port if it is for that alone. */
interface Exempt {
  name: string;
  port: string | undefined;
}

/** Whether each of the list is a name, an address or a range of them. */
export function isExemptList(list: string): boolean {
  return entriesOf(list).every(({ name }) => !/[/:@]/.test(name) || rangeOf(name) !== undefined);
}

/**
 * Which addresses are asked without a proxy, as curl reads `NO_PROXY` (https://curl.se/docs/manpage.html#--noproxy): a name
 * stands for all below it too, with or without a dot before it; addresses may be ranges, such as 10.0.0.0/8; `*` is
 * everything. A port after a name is taken as other programs do. This machine is always among them.
 */
export function exemptions(list: string): (origin: URL) => boolean {
  const entries = entriesOf(`${ownMachine}, ${list}`);
  return (origin) => {
    const host = bare(origin.hostname);
    const port = origin.port || (origin.protocol === 'https:' ? '443' : '80');
    return entries.some((exempt) => (exempt.port ?? port) === port && covers(exempt.name, host));
  };
}

function entriesOf(list: string): Exempt[] {
  const entries = list.split(/[,\s]+/).filter((entry) => entry !== '');
  return entries.map((entry) => {
    const [, name = entry, port] = /^(\[.+\]|[^:]+)(?::(\d+))?$/.exec(entry) ?? [];
    return { name: bare(name), port };
  });
}

/** Without what only marks it: brackets of an IPv6 address, the dot of a whole name, or of all names below one. */
function bare(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\[(.+)\]/, '$1')
    .replace(/^\*?\./, '')
    .replace(/(.)\.$/, '$1');
}

function covers(name: string, host: string): boolean {
  if (name === '*') return true;
  const family = isIP(host);
  if (family === 0) return host === name || host.endsWith(`.${name}`);
  return rangeOf(name)?.check(host, family === 6 ? 'ipv6' : 'ipv4') === true;
}

/** Undefined for what is no address and no range. */
function rangeOf(name: string): BlockList | undefined {
  const [address = '', bits, more] = name.split('/');
  const family = isIP(address);
  const most = family === 6 ? 128 : 32;
  const length = bits === undefined ? most : Number(bits);
  if (family === 0 || more !== undefined || !/^\d{1,3}$/.test(bits ?? '0') || length > most) return undefined;
  const range = new BlockList();
  range.addSubnet(address, length, family === 6 ? 'ipv6' : 'ipv4');
  return range;
}
