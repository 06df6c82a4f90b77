import { expect, it } from 'vitest';
import { ConfigInvalid, readBotConfig } from './config.ts';
import { exemptions } from './no-proxy.ts';

const least = { SLACK_BOT_TOKEN: 'xoxb-1-a', SLACK_APP_TOKEN: 'xapp-1-a' };
const read = (env: Record<string, string>) => readBotConfig({ ...least, ...env }, () => '');

it.each([
  ['proxy.acme.com:3128', 'http://proxy.acme.com:3128'],
  ['http://proxy.acme.com:3128/', 'http://proxy.acme.com:3128/'],
  ['https://proxy.acme.com', 'https://proxy.acme.com'],
  ['http://frontdesk:p%40ss@[2001:db8::1]:3128', 'http://frontdesk:p%40ss@[2001:db8::1]:3128'],
])('takes %s for a proxy, in small letters too', (given, expected) => {
  expect(read({ HTTPS_PROXY: given }).HTTPS_PROXY).toBe(expected);
  expect(read({ https_proxy: given, HTTPS_PROXY: 'other:1' }).HTTPS_PROXY).toBe(expected);
  expect(read({ http_proxy: given, https_proxy: '' })).toMatchObject({ HTTP_PROXY: expected });
});

it.each([
  'socks5://ines:hush@proxy.acme.com',
  'http://ines:hu%sh@proxy.acme.com',
  'http://ines:hush@',
  'http://ines:hush@proxy.acme.com:port',
  'http://ines:hush#1@proxy.acme.com',
  'http://proxy.acme.com/hush/proxy.pac',
])('refuses %s for a proxy, and does not repeat it', (address) => {
  let said = '';
  try {
    read({ https_proxy: address });
  } catch (error) {
    said = (error as ConfigInvalid).message;
  }
  expect(said).toContain('- HTTPS_PROXY: Use the proxy’s address');
  expect(said).not.toContain('hush');
});

it.each(['10.0.0.0/33', 'http://acme.com', '10.0.0.0/', 'fd00::/129', 'acme/8', 'ines@acme.com'])(
  'refuses the exemption %s',
  (list) => {
    expect(() => read({ NO_PROXY: `localhost,${list}` })).toThrow(ConfigInvalid);
  },
);

/** What `NO_PROXY` says, what is asked, and whether it is asked without a proxy. */
it.each([
  ['', 'https://slack.com', false],
  // This machine never has a proxy.
  ['', 'http://localhost:8000', true],
  ['', 'http://127.0.0.1:8000', true],
  ['', 'http://127.3.2.1', true],
  ['', 'http://[::1]:8000', true],
  ['', 'http://service.localhost', true],
  ['', 'http://localhost.acme.com', false],
  // Names, with what is below them.
  ['acme.com', 'https://acme.com', true],
  ['acme.com', 'https://onboarding.acme.com', true],
  ['acme.com', 'https://notacme.com', false],
  ['.acme.com', 'https://acme.com', true],
  ['*.acme.com', 'https://onboarding.acme.com', true],
  ['ACME.com', 'https://onboarding.acme.COM.', true],
  ['acme.com.', 'https://acme.com', true],
  ['com', 'https://slack.com', true],
  [' other.org ,\tacme.com ', 'https://acme.com', true],
  ['other.org acme.com', 'https://acme.com', true],
  [',,', 'https://acme.com', false],
  // Ports.
  ['acme.com:8443', 'https://acme.com:8443', true],
  ['acme.com:8443', 'https://acme.com', false],
  ['acme.com:443', 'https://acme.com', true],
  ['acme.com:80', 'http://acme.com', true],
  ['[2001:db8::1]:443', 'https://[2001:db8::1]', true],
  ['[2001:db8::1]:443', 'https://[2001:db8::1]:8443', false],
  // Everything.
  ['*', 'https://slack.com', true],
  ['acme.com, *', 'https://slack.com', true],
  ['*:443', 'https://slack.com', true],
  ['*:80', 'https://slack.com', false],
  // Addresses and ranges of them.
  ['10.1.2.3', 'https://10.1.2.3', true],
  ['10.1.2.3', 'https://110.1.2.3', false],
  ['10.0.0.0/8', 'https://10.200.3.4:8443', true],
  ['10.0.0.0/8', 'https://11.0.0.1', false],
  ['10.0.0.0/8', 'https://ten.acme.com', false],
  ['0.0.0.0/0', 'https://203.0.113.7', true],
  ['fd00::/8', 'https://[fd12:3456::1]', true],
  ['fd00::/8', 'https://[fe80::1]', false],
  ['2001:DB8:0::1', 'https://[2001:db8::1]', true],
])('with the exemptions “%s” %s is asked directly: %s', (list, url, expected) => {
  expect(exemptions(list)(new URL(url))).toBe(expected);
});
