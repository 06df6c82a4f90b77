import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it, vi } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { inWhole } from '../faults/trials.ts';
import { blocksOf } from '../readme/blocks.ts';
import { companyNetwork, uncertified } from './company-network.ts';
import { blackHole, closedPort, doctor, selfSignedService } from './doctor-office.ts';
import { channels, demoSlack, ourService, temporaryFolder } from './office.ts';
import { runFrontdesk, runHere, runProcess, saying, spawnFrontdesk } from './program.ts';

// Slow when other tests run in parallel.
vi.setConfig({ testTimeout: 180_000 });

const cleanup = useCleanup();

const slack = 'slack.acme.test';
const onboarding = 'onboarding.acme.test';
type Company = Awaited<ReturnType<typeof companyNetwork>>;
const soon = { timeout: 60_000 };

async function network() {
  const { sandbox, env: inSlack, ines } = await demoSlack(cleanup);
  const service = await ourService(cleanup);
  const { origin, pathname } = new URL(sandbox.apiUrl);
  const company = await companyNetwork(cleanup, { [slack]: origin, [onboarding]: service.url });
  const env = {
    ...inSlack,
    SLACK_API_URL: `https://${slack}${pathname}`,
    ONBOARDING_URL: `https://${onboarding}`,
    ONBOARDING_API_TOKEN: service.token,
  };
  return { sandbox, service, company, env, ines };
}

inWhole(
  'reaches Slack, Socket Mode, its files and the service through a proxy with a password, certified by the company itself',
  async () => {
    const { sandbox, service, company, env, ines } = await network();
    const child = spawnFrontdesk(cleanup, ['start'], {
      ...env,
      LOG_LEVEL: 'trace',
      https_proxy: company.proxy,
      NODE_EXTRA_CA_CERTS: company.authority,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk;
      });
    await saying(child, /Frontdesk is ready/);
    const fill = async (last: string) => {
      await ines.open(`/newhire Jane ${last} jane.${last}@acme.example 2999-01-01`);
      await ines.until(() => JSON.stringify(ines.view()).includes('Manager'));
      await ines.submitAndAgree({ Manager: 'Marcus Oyelaran' });
    };
    const arrives = (last: string) =>
      expect
        .poll(async () => (await service.operator.listUsers()).map(({ email }) => email), soon)
        .toContain(`jane.${last.toLowerCase()}@acme.example`);
    await fill('Doe');
    await arrives('Doe');
    await expect.poll(() => sandbox.messages(channels.hires).length, soon).toBe(1);
    const marcus = sandbox.person('U0MARCUS');
    await marcus.untilMessage('with you as manager');
    await marcus.press('Add to calendar');
    await expect.poll(() => company.paths.some((path) => path.startsWith('/upload/')), soon).toBe(true);
    await ines.closeAll();
    await ines.command('/frontdesk help');
    await expect.poll(() => company.paths.some((path) => path.startsWith('/response-url/')), soon).toBe(true);

    // Gives up on a proxy that accepts the connection and stays silent, and tries again.
    const silence = company.fallSilent();
    const isUp = saying(child, /the connection to Slack is up/);
    company.cut();
    await expect.poll(() => silence.asked, soon).toContain(slack);
    silence.end();
    await isUp;

    // A proxy's refusal isn't the service's answer: the hire is saved, and added once the proxy allows it.
    company.forbidden.add(onboarding);
    const isUpAgain = saying(child, /the connection to Slack is up/);
    company.cut();
    await isUpAgain;
    await fill('Roe');
    await ines.untilPage('can’t get through the proxy');
    company.forbidden.clear();
    await arrives('Roe');
    expect(new Set(company.asked)).toEqual(new Set([slack, onboarding]));
    expect(said).not.toContain(company.password);
  },
);

inWhole(
  'takes proxies and authorities from .env too, and says of a file that it is missing or holds no certificate',
  async () => {
    const { company, env } = await network();
    const [block] = blocksOf('docs/configure.md/Behind a proxy/');
    const shown = parseEnv(block?.lines.join('\n') ?? '');
    expect(Object.keys(shown).sort()).toEqual(['HTTPS_PROXY', 'NODE_EXTRA_CA_CERTS', 'NO_PROXY']);
    const set = async (authorities: string, given: Record<string, string> = {}, url = env.ONBOARDING_URL) => {
      const folder = temporaryFolder(cleanup);
      const inFile = { ...shown, HTTPS_PROXY: company.proxy, NODE_EXTRA_CA_CERTS: authorities };
      const lines = Object.entries(inFile).map(([name, value]) => `${name}=${value}\n`);
      writeFileSync(join(folder, '.env'), lines.join(''));
      const { code, err } = await runProcess(cleanup, ['token', 'set', '--url', url], given, {
        folder,
        input: env.ONBOARDING_API_TOKEN,
      });
      return { code, err };
    };
    expect(await set(company.authority)).toEqual({ code: 0, err: '' });
    const stray = await set(company.authority, {}, `https://${uncertified}`);
    expect(stray).toEqual({ code: 1, err: expect.stringContaining('doesn’t trust the certificate') });
    const spoilt = join(temporaryFolder(cleanup), 'spoilt.pem');
    writeFileSync(spoilt, '-----BEGIN CERTIFICATE-----\nTWFnaWM=\n-----END CERTIFICATE-----\n');
    const wrong = (sentence: string) => ({ code: 78, err: expect.stringContaining(sentence) });
    expect(await set('/nowhere/acme.pem')).toEqual(wrong('can’t be read'));
    const files = [
      [temporaryFolder(cleanup), 'can’t be read'],
      [spoilt, 'no certificate'],
    ] as const;
    for (const [path, sentence] of files) {
      const args = ['token', 'set', '--url', env.ONBOARDING_URL];
      const { code, err } = await runFrontdesk(cleanup, args, { NODE_EXTRA_CA_CERTS: path });
      expect([path, { code, err }]).toEqual([path, wrong(sentence)]);
    }
    // The environment takes precedence over .env, and Node reads the variable itself.
    expect(await set(company.authority, { NODE_EXTRA_CA_CERTS: spoilt })).toEqual(wrong('no certificate'));
  },
);

it('says what is in the way of what is encrypted and of what is not: a certificate or the proxy', async () => {
  const { company, env } = await network();
  async function trial(given: Record<string, string>, url: string = env.ONBOARDING_URL) {
    const all = { DATABASE_URL: 'sqlite::memory:', ONBOARDING_ALLOW_HTTP: 'True', ...given };
    return String((await runHere(['token', 'set', '--url', url], all, env.ONBOARDING_API_TOKEN)).failure);
  }
  const { proxy, proxyWithoutPassword, asked } = company;
  expect(await trial({ HTTPS_PROXY: proxy })).toContain('NODE_EXTRA_CA_CERTS');
  expect(await trial({ HTTPS_PROXY: proxyWithoutPassword })).toContain('can’t get through the proxy');
  const elsewhere = 'https://elsewhere.acme.test';
  expect(await trial({ HTTPS_PROXY: proxy }, elsewhere)).toContain('HTTPS_PROXY and NO_PROXY');
  asked.length = 0;
  expect(await trial({ HTTPS_PROXY: proxy }, 'https://127.0.0.1:1')).toContain('Nothing answers');
  expect(asked).toEqual([]);

  const plain = `http://${onboarding}`;
  expect(await trial({ HTTP_PROXY: proxy }, plain)).toBe('undefined');
  expect(new Set(asked)).toEqual(new Set([onboarding]));
  for (const HTTP_PROXY of [proxyWithoutPassword, `127.0.0.1:${await closedPort()}`])
    expect(await trial({ HTTP_PROXY }, plain)).toContain('can’t get through the proxy');
});

async function proxyThat(does: (socket: Socket) => void): Promise<string> {
  const port = await blackHole(cleanup, (socket) => void socket.once('data', () => does(socket)));
  return `http://ines:hush-hush@127.0.0.1:${port}`;
}
const thatAnswers = (text: string) => () => proxyThat((socket) => socket.end(text));
const established = 'HTTP/1.1 200 Connection established\r\n\r\n';

interface Broken {
  proxy: (company: Company) => string | Promise<string>;
  says: [cause: RegExp, remedy: RegExp];
}

const unusable = (code: string, remedy = /its address in HTTPS_PROXY/): Broken['says'] => [
  new RegExp(`The proxy for .*can’t be used \\((${code})\\)`),
  remedy,
];

const brokenProxies: Record<string, Broken> = {
  'wants a password': {
    proxy: (company) => company.proxyWithoutPassword,
    says: [
      /doesn’t accept the name and password, or needs them \(status 407\)/,
      /HTTPS_PROXY.*NAME:PASSWORD/,
    ],
  },
  'forbids it': {
    proxy: thatAnswers('HTTP/1.1 403 Forbidden\r\n\r\n'),
    says: [/doesn’t let Frontdesk through.*\(status 403\)/, /allow it/i],
  },
  'finds nothing there': {
    proxy: thatAnswers('HTTP/1.1 503 Service Unavailable\r\n\r\n'),
    says: [/The proxy can’t reach.*\(status 503\)/, /Check the address.*NO_PROXY/],
  },
  'is away': { proxy: async () => `127.0.0.1:${await closedPort()}`, says: unusable('ECONNREFUSED') },
  'has no such name': { proxy: () => 'http://proxy.acme.test:3128', says: unusable('ENOTFOUND|EAI_AGAIN') },
  'is something else': { proxy: thatAnswers('220 mail\r\n'), says: unusable('HTTPParserError') },
  'hangs up': {
    proxy: () => proxyThat((socket) => socket.destroy()),
    says: unusable('UND_ERR_SOCKET', /that it runs/),
  },
  'says nothing': { proxy: () => proxyThat(() => {}), says: unusable('TimeoutError', /that it runs/) },
  'speaks TLS with a certificate that nobody vouches for': {
    proxy: () => selfSignedService(cleanup),
    says: unusable('DEPTH_ZERO_SELF_SIGNED_CERT', /that it runs/),
  },
  'makes a tunnel to nothing': {
    proxy: thatAnswers(established),
    says: [/breaks off \(ECONNRESET\)/, /firewall, proxy/],
  },
  'makes a tunnel to something else': {
    proxy: async () => proxyThat((socket) => socket.write(`${established}220 mail\r\n`)),
    says: [/doesn’t speak TLS/, /Correct the port/],
  },
  'lets through to a certificate of the company’s own authority': {
    proxy: (company) => company.proxy,
    says: [/This machine doesn’t trust the TLS certificate .*\(UNABLE_TO_\w+\)/, /NODE_EXTRA_CA_CERTS/],
  },
};

inWhole.each(Object.entries(brokenProxies))(
  'doctor names cause and remedy where the proxy %s',
  async (_what, { proxy, says }) => {
    const company = await companyNetwork(cleanup, {
      [slack]: 'http://127.0.0.1:1',
      [onboarding]: 'http://127.0.0.1:1',
    });
    const { lineOf, all, exitCode } = await doctor({
      SLACK_BOT_TOKEN: 'xoxb-1-a',
      SLACK_APP_TOKEN: 'xapp-1-a',
      SLACK_API_URL: `https://${slack}/api/`,
      ONBOARDING_URL: `https://${onboarding}`,
      ONBOARDING_API_TOKEN: 'f'.repeat(40),
      DATABASE_URL: `sqlite:${join(temporaryFolder(cleanup), 'frontdesk.db')}`,
      HTTPS_PROXY: await proxy(company),
    });
    expect(exitCode).toBe(1);
    for (const name of ['slack', 'service'])
      expect([name, lineOf(name).state, lineOf(name).what, lineOf(name).todo]).toEqual([
        ...[name, 'failure'],
        ...says.map((one) => expect.stringMatching(one)),
      ]);
    for (const secret of ['hush-hush', company.password]) expect(all).not.toContain(secret);
  },
);

it('doctor claims nothing of what a mistyped proxy leads to, in small letters too, and goes on with the rest', async () => {
  const { lineOf, all } = await doctor({
    SLACK_BOT_TOKEN: 'xoxb-1-a',
    SLACK_APP_TOKEN: 'xapp-1-a',
    FRONTDESK_TIMEZONE: 'Mars/Base',
    ONBOARDING_URL: `https://${onboarding}`,
    DATABASE_URL: `sqlite:${join(temporaryFolder(cleanup), 'frontdesk.db')}`,
    https_proxy: 'socks5://ines:hush-hush@proxy.acme.test',
  });
  expect(lineOf('configuration HTTPS_PROXY').todo).toContain('Use the proxy’s address');
  expect(lineOf('configuration FRONTDESK_TIMEZONE').state).toBe('failure');
  for (const name of ['slack', 'service']) expect(lineOf(name).what).toBe('HTTPS_PROXY is missing or wrong.');
  expect(lineOf('database').what).toContain('doesn’t exist yet');
  expect(all).not.toContain('hush-hush');
});
