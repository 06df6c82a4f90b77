import { request } from 'undici';
import { expect, it } from 'vitest';
import { readBotConfig } from '../config/config.ts';
import { ProxyFailed } from '../obstacle.ts';
import { Proxied } from './outgoing.ts';

const least = { SLACK_BOT_TOKEN: 'xoxb-1-a', SLACK_APP_TOKEN: 'xapp-1-a' };
const nowhere = 'http://127.0.0.1:1';

/** `NO_PROXY`, the requested address, and whether it is requested without a proxy. */
it.each([
  ['', 'https://slack.com', false],
  ['', 'http://localhost:8000', true],
  ['', 'http://127.0.0.1:8000', true],
  ['', 'http://127.3.2.1', true],
  ['127.0.0.0/8', 'http://127.3.2.1', true],
  ['', 'http://[::1]:8000', true],
  ['', 'http://service.localhost', true],
  ['', 'http://localhost.acme.com', false],
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
  ['acme.com:8443', 'https://acme.com:8443', true],
  ['acme.com:8443', 'https://acme.com', false],
  ['acme.com:443', 'https://acme.com', true],
  ['acme.com:80', 'http://acme.com', true],
  ['[2001:db8::1]:443', 'https://[2001:db8::1]', true],
  ['[2001:db8::1]:443', 'https://[2001:db8::1]:8443', false],
  ['*', 'https://slack.com', true],
  ['acme.com, *', 'https://slack.com', true],
  ['*:443', 'https://slack.com', true],
  ['*:80', 'https://slack.com', false],
  ['10.1.2.3', 'https://10.1.2.3', true],
  ['10.1.2.3', 'https://110.1.2.3', false],
  ['2001:DB8:0::1', 'https://[2001:db8::1]', true],
])('with the exemptions “%s” %s is asked directly: %s', async (list, url, expected) => {
  const config = readBotConfig(
    { ...least, HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, NO_PROXY: list },
    () => '',
  );
  const direct = new Error('asked directly');
  const way = new Proxied(config, { connect: (_options, done) => done(direct, null) });
  const failure: unknown = await request(url, { dispatcher: way }).catch((error: unknown) => error);
  await way.destroy();
  expect(failure).toEqual(expected ? direct : expect.any(ProxyFailed));
});
