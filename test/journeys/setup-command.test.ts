import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { CommandFailed } from '../../src/commands/terminal.ts';
import { ConfigInvalid } from '../../src/config/config.ts';
import { firstStart, releasedService, temporaryFolder } from './office.ts';
import { runFrontdesk, runHere } from './program.ts';
import { it, onPostgres } from './world.ts';

const tokens = { SLACK_BOT_TOKEN: 'xoxb-1-a', SLACK_APP_TOKEN: 'xapp-1-a' };

async function setup(env: Record<string, string>) {
  const { said, failure } = await runHere(['setup', '--json'], env);
  const { complete, steps } = JSON.parse(said.slice(said.indexOf('{'))) as {
    complete: boolean;
    steps: { name: string; state: string; text: string; next?: string }[];
  };
  const states = Object.fromEntries(steps.map(({ name, state }) => [name, state]));
  const of = (name: string) => steps.find((step) => step.name === name);
  return { complete, states, of, failure };
}

it('says in an empty folder where tokens come from, ends with 1, and makes no file', async ({ cleanup }) => {
  const folder = temporaryFolder(cleanup);
  const { out, err, code } = await runFrontdesk(cleanup, ['setup'], {}, { folder });
  expect([code, err.trim()]).toEqual([1, '2 steps are left.']);
  expect(out).toContain('1. Slack app: to do');
  expect(out).toContain('OAuth & Permissions');
  expect(out).toContain('https://api.slack.com/apps');
  expect(out).toContain('2. First start: to do');
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

it('reads the folder’s .env, and sends who has the tokens to the first start', async ({ cleanup }) => {
  const database = `sqlite:${join(temporaryFolder(cleanup), 'frontdesk.db')}`;
  const { states, of } = await setup({ ...tokens, DATABASE_URL: database });
  expect(states).toEqual({ slack: 'done', start: 'missing' });
  expect(of('start')?.next).toContain('npm start');
});

it('names what else is wrong with the configuration, as a start does', async () => {
  const { failure } = await runHere(['setup'], { FRONTDESK_HR: 'ines@acme.com' });
  expect(failure).toBeInstanceOf(ConfigInvalid);
  expect(String(failure)).toContain('FRONTDESK_HR');
  expect(String(failure)).not.toContain('SLACK_BOT_TOKEN');
});

it('lists what App Home lists and what to do next, also when it is stopped', async ({ open, cleanup }) => {
  const office = await open(firstStart(cleanup));
  const { ines, bot, environment } = office;
  const { states, of, complete, failure } = await setup(environment);
  expect(states).toEqual({
    slack: 'done',
    access: 'missing',
    service: 'done',
    people: 'missing',
    sequences: 'missing',
    channels: 'missing',
  });
  expect([complete, failure]).toEqual([false, expect.any(CommandFailed)]);
  await ines.openHome();
  await ines.until(() => ines.home()?.texts.join('\n').includes('of 5 done'));
  // App Home learns a moment later what the service can do.
  await ines.until(() => ines.home()?.buttons.includes('Choose starters'));
  const shown = ines.home()?.texts.join('\n');
  for (const name of ['access', 'service', 'people', 'sequences', 'channels'])
    expect(shown).toContain(of(name)?.text);
  expect(of('access')?.next).toContain('FRONTDESK_HR');
  expect(of('people')?.next).toContain('“Import from Slack”. Or: npm run frontdesk -- service user import');
  expect(of('sequences')?.next).toContain('npm run frontdesk -- service sequence starters --add');

  await bot.stop();
  const stopped = await setup(environment);
  expect(stopped.states).toMatchObject({ service: 'unknown', people: 'unknown', sequences: 'unknown' });
  expect(stopped.of('service')?.next).toContain('npm start');
  expect(stopped.of('people')?.text).not.toContain('Nobody is in');
});

it('ends well when all is done or skipped, and has written nothing', async ({ open }) => {
  const { ines, environment } = await open({
    env: { FRONTDESK_CHANNELS: '', FRONTDESK_PRIVATE_CHANNEL: '' },
  });
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Skip'));
  expect((await setup(environment)).failure).toBeInstanceOf(CommandFailed);
  await ines.press('Skip');
  await ines.until(() => !ines.home()?.buttons.includes('Skip'));
  const file = environment.DATABASE_URL.replace('sqlite:', '');
  const before = readFileSync(file);
  const { complete, states, failure } = await setup(environment);
  expect([complete, failure, states.channels]).toEqual([true, undefined, 'skipped']);
  expect(readFileSync(file).equals(before)).toBe(true);
});

it('tells a service that does not know the token from one that is not there yet', async ({ open }) => {
  const env = { ONBOARDING_API_TOKEN: 'x'.repeat(40) };
  const { environment } = await open({ service: releasedService, env });
  const { states, of } = await setup(environment);
  expect(states).toMatchObject({ service: 'missing', people: 'unknown' });
  expect(of('service')?.text).toContain('no longer accepts Frontdesk’s admin token');
});

onPostgres(
  'takes an empty PostgreSQL database for one that was not started with, and leaves it empty',
  async ({ open, postgres }) => {
    const env = { ...tokens, DATABASE_URL: postgres };
    expect((await setup(env)).states).toEqual({ slack: 'done', start: 'missing' });
    expect((await setup(env)).states).toEqual({ slack: 'done', start: 'missing' });
    const { environment } = await open({ env: { DATABASE_URL: postgres } });
    expect((await setup(environment)).states).toMatchObject({ access: 'done', people: 'done' });
  },
);
