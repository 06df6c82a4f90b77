import { expect, it } from 'vitest';
import { ConfigInvalid, readBotConfig, readServiceConfig } from './config.ts';

const least = { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1' };

function read(env: Record<string, string>, files: Record<string, string> = {}) {
  return readBotConfig(env, (path) => {
    const text = files[path];
    if (text === undefined) throw new Error('no such file');
    return text;
  });
}

function problems(env: Record<string, string>): readonly string[] {
  try {
    read(env);
    return [];
  } catch (error) {
    return error instanceof ConfigInvalid ? error.problems : [String(error)];
  }
}

it('needs a bot token and one of the two modes, and has a default for everything else', () => {
  expect(read(least)).toMatchObject({
    HOST: '0.0.0.0',
    PORT: 3000,
    DATABASE_URL: 'sqlite:data/frontdesk.db',
    FRONTDESK_HR: [],
    FRONTDESK_RETENTION_DAYS: 365,
    LOG_LEVEL: 'info',
    API_ACCESS: false,
    SERVICE_PORT: 8000,
    FRONTDESK_COMMAND_NEWHIRE: '/newhire',
  });
});

it('takes a blank value for none, as in a copied example', () => {
  expect(read({ ...least, ONBOARDING_URL: '', PORT: '', FRONTDESK_SECRET: '' })).toMatchObject({
    PORT: 3000,
  });
});

it('reads a secret from a file, says which file it cannot read, and does not choose between the two', () => {
  const env = { SLACK_BOT_TOKEN_FILE: '/run/secrets/bot', SLACK_APP_TOKEN: 'xapp-1' };
  expect(read(env, { '/run/secrets/bot': 'xoxb-file\n' }).SLACK_BOT_TOKEN).toBe('xoxb-file');
  expect(problems(env).join()).toContain('/run/secrets/bot can’t be read');
  expect(problems({ ...least, SLACK_BOT_TOKEN_FILE: '/x' }).join()).toContain('Keep one of the two');
});

it.each([
  ['U1, S2 ,,W3', ['U1', 'S2', 'W3']],
  ['', []],
])('reads the list “%s”', (text, expected) => {
  expect(read({ ...least, FRONTDESK_HR: text }).FRONTDESK_HR).toEqual(expected);
});

it.each([
  ['FRONTDESK_HR', 'ines@acme.com'],
  ['FRONTDESK_CHANNELS', '#general'],
  ['PORT', '70000'],
  ['ONBOARDING_ALLOW_HTTP', 'perhaps'],
  ['FRONTDESK_SECRET', 'short'],
  ['ONBOARDING_API_TOKEN', 'Token abc'],
  ['FRONTDESK_COMMAND_NEWHIRE', 'newhire'],
  ['LOG_LEVEL', 'loud'],
  ['HTTPS_PROXY', 'socks5://proxy.acme.com'],
  ['HTTP_PATH', 'frontdesk/'],
  ['TRUST_PROXY', 'True'],
  ['TRUST_PROXY', '10.0.0.0/64'],
  ['NODE_EXTRA_CA_CERTS', '/nowhere.pem'],
  ['DATABASE_CONNECTIONS', '0'],
  ['FRONTDESK_RETENTION_DAYS', '0'],
  ['FRONTDESK_RETENTION_DAYS', 'a year'],
  ['FRONTDESK_RETENTION_DAYS', '1.5'],
])('says at %s that “%s” will not do, and what will', (name, value) => {
  const [problem, ...others] = problems({ ...least, [name]: value });
  expect(others).toEqual([]);
  expect(problem).toMatch(new RegExp(`^${name}: [A-Z].*\\.|^${name}: .*rand`));
});

it.each([
  ['http://onboarding.acme.com', undefined, false],
  ['http://onboarding.acme.com', 'True', true],
  ['https://onboarding.acme.com', undefined, true],
  ['http://127.0.0.1:8000', undefined, true],
  ['http://localhost:8000', undefined, true],
  ['http://[::1]:8000', undefined, true],
  ['http://127.0.0.1.evil.example', undefined, false],
  ['http://localhost@evil.example', undefined, false],
])('sends the token to %s with ONBOARDING_ALLOW_HTTP=%s: %s', (url, allow, fine) => {
  const env = { ...least, ONBOARDING_URL: url, ...(allow !== undefined && { ONBOARDING_ALLOW_HTTP: allow }) };
  expect(problems(env).length === 0).toBe(fine);
});

it.each([
  ['True', true],
  ['true', true],
  ['1', true],
  ['on', true],
  ['False', false],
  ['', false],
])('switches the service’s API on with API_ACCESS=%s: %s', (value, expected) => {
  expect(readServiceConfig({ API_ACCESS: value }, () => '').API_ACCESS).toBe(expected);
});

it('does not start the service with an API_ACCESS that it does not understand', () => {
  expect(() => readServiceConfig({ API_ACCESS: 'maybe' }, () => '')).toThrow(
    'API_ACCESS: Use True or False.',
  );
});

it.each([
  ['FRONTDESK_HRR', 'Did you mean FRONTDESK_HR?'],
  ['FRONTDESK_MANGERS', 'Did you mean FRONTDESK_MANAGERS?'],
  ['FRONDESK_HR', 'Did you mean FRONTDESK_HR?'],
  ['FRONTDESK_COLOUR', 'look up the name in docs/configure.md'],
  ['ONBOARDING_API_TOKEN_FLIE', 'Did you mean ONBOARDING_API_TOKEN_FILE?'],
  ['SLACK_SIGNING_SECERT', 'Did you mean SLACK_SIGNING_SECRET?'],
  ['SERVICE_TIMEZON', 'Did you mean SERVICE_TIMEZONE?'],
  ['DATABSE_URL', 'Did you mean DATABASE_URL?'],
])('tells that %s means nothing', (name, sentence) => {
  expect(() => readBotConfig({ ...least, [name]: 'x' }, () => '')).toThrow(sentence);
});

it.each([
  // Kubernetes, for a service called frontdesk.
  'FRONTDESK_PORT',
  'FRONTDESK_SERVICE_HOST',
  'FRONTDESK_SERVICE_PORT_HTTP',
  'FRONTDESK_PORT_3000_TCP_ADDR',
  'SLACK_API_TOKEN',
  'SLACK_WEBHOOK_URL',
  'SERVICE_NAME',
  'DATABASE_PASSWORD',
  'ONBOARDING_TEAM',
  'X'.repeat(100_000),
])('leaves $0 alone, which is not for Frontdesk', (name) => {
  expect(() => readBotConfig({ ...least, [name]: 'x' }, () => '')).not.toThrow();
});

it.each([
  ['', false],
  ['2', 2],
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
])('trusts the proxies “%s”', (text, expected) => {
  expect(readServiceConfig({ TRUST_PROXY: text }, () => '').TRUST_PROXY).toEqual(expected);
});
