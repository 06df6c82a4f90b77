import { expect, it } from 'vitest';
import { ConfigInvalid, readBotConfig } from './config.ts';

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

it.each(['10.0.0.0/8', 'fd00::/8', 'http://acme.com', '10.0.0.0/', 'acme/8', 'ines@acme.com'])(
  'refuses the exemption %s',
  (list) => {
    expect(() => read({ NO_PROXY: `localhost,${list}` })).toThrow(ConfigInvalid);
  },
);
