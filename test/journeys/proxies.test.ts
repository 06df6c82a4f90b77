import { afterEach, beforeEach, expect, it } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo/cast.ts';
import { patientSlack, startDrivenSandbox } from '../driver/sandbox.ts';
import { companyNetwork } from './company-network.ts';
import { type Cleanup, channels, createCleanup, manifest, ourService } from './office.ts';
import { runHere, saying, spawnFrontdesk } from './program.ts';

let cleanup: Cleanup;
beforeEach(() => {
  cleanup = createCleanup();
});
afterEach(() => cleanup.now());

const slack = 'slack.acme.test';
const onboarding = 'onboarding.acme.test';
const soon = { timeout: 60_000 };

async function network() {
  const sandbox = await startDrivenSandbox({ port: 0, manifest, patience: patientSlack, ...demoWorkspace });
  cleanup.later(sandbox.stop);
  const service = await ourService(cleanup);
  const { origin, pathname } = new URL(sandbox.apiUrl);
  const company = await companyNetwork(cleanup, { [slack]: origin, [onboarding]: service.url });
  const env = {
    SLACK_BOT_TOKEN: sandbox.botToken,
    SLACK_APP_TOKEN: sandbox.appToken,
    SLACK_API_URL: `https://${slack}${pathname}`,
    HOST: '127.0.0.1',
    PORT: '0',
    ONBOARDING_URL: `https://${onboarding}`,
    ONBOARDING_API_TOKEN: service.token,
    FRONTDESK_HR: 'U0INES',
    FRONTDESK_CHANNELS: channels.hires,
  };
  return { sandbox, service, company, env };
}

it('reaches Slack, Socket Mode and the service through a proxy with a password, certified by the company itself', async () => {
  const { sandbox, service, company, env } = await network();
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
  const ines = sandbox.person('U0INES');
  const add = async (last: string) => {
    await ines.command(`/newhire Jane ${last} jane.${last}@acme.example 2999-01-01`);
    await ines.untilView('New hire');
    await ines.submit();
    await expect
      .poll(async () => (await service.operator.listUsers()).map(({ email }) => email), soon)
      .toContain(`jane.${last.toLowerCase()}@acme.example`);
    await ines.closeAll();
  };
  await add('Doe');
  await expect.poll(() => sandbox.messages(channels.hires).length, soon).toBe(1);
  company.cut();
  await expect.poll(() => sandbox.calls('apps.connections.open').length, soon).toBe(2);
  await saying(child, /the connection to Slack is up/);
  await add('Roe');
  expect(new Set(company.asked)).toEqual(new Set([slack, onboarding]));
  expect(said).not.toContain(company.password);
}, 180_000);

it('says what is in the way: a certificate that nobody vouches for, a proxy that wants a password or forbids it', async () => {
  const { company, env } = await network();
  const trial = async (proxy: string, url: string) => {
    const { failure } = await runHere(
      ['token', 'set', '--url', url],
      { DATABASE_URL: 'sqlite::memory:', HTTPS_PROXY: proxy },
      env.ONBOARDING_API_TOKEN,
    );
    return String(failure);
  };
  const url = env.ONBOARDING_URL;
  expect(await trial(company.proxy, url)).toContain('NODE_EXTRA_CA_CERTS');
  expect(await trial(company.proxyWithoutPassword, url)).toContain('The proxy doesn’t let Frontdesk through');
  expect(await trial(company.proxy, 'https://elsewhere.acme.test')).toContain('HTTPS_PROXY and NO_PROXY');
  const nowhere = 'https://127.0.0.1:1';
  company.asked.length = 0;
  expect(await trial(company.proxy, nowhere)).toContain('Nothing answers');
  expect(company.asked).toEqual([]);
});
