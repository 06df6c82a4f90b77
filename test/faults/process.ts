import { demoWorkspace } from '../../src/commands/demo-company.ts';
import type { SandboxPerson } from '../../src/sandbox/workspace/workspace.ts';
import { patientSlack, startDrivenSandbox } from '../driver/sandbox.ts';
import { type Cleanup, channels, manifest, temporaryFolder } from '../journeys/office.ts';
import { ended, saying, spawnFrontdesk } from '../journeys/program.ts';

/** A workspace, and the environment of a bot in it, in HTTP mode. */
export async function workspaceFor(
  cleanup: Cleanup,
  service: { url: string; token: string },
  databaseUrl: string,
  more: readonly SandboxPerson[] = [],
) {
  const people = [...demoWorkspace.people, ...more];
  const sandbox = await startDrivenSandbox({
    port: 0,
    manifest,
    patience: patientSlack,
    ...demoWorkspace,
    people,
  });
  cleanup.later(sandbox.stop);
  const env = {
    SLACK_BOT_TOKEN: sandbox.botToken,
    SLACK_API_URL: sandbox.apiUrl,
    SLACK_SIGNING_SECRET: sandbox.signingSecret,
    HOST: '127.0.0.1',
    PORT: '0',
    ONBOARDING_URL: service.url,
    ONBOARDING_API_TOKEN: service.token,
    FRONTDESK_SECRET: 's'.repeat(32),
    DATABASE_URL: databaseUrl,
    FRONTDESK_HR: ['U0INES', 'U0GRACE', ...more.map(({ id }) => id)].join(','),
    FRONTDESK_CHANNELS: channels.hires,
    FRONTDESK_PRIVATE_CHANNEL: channels.private,
  };
  return { sandbox, env };
}

/** @param how program instead of Frontdesk from its sources, and its flags */
export async function startReplica(
  cleanup: Cleanup,
  env: Record<string, string>,
  folder?: string,
  how: readonly [program?: string, flags?: string[]] = [],
) {
  const child = spawnFrontdesk(cleanup, ['start'], env, folder, ...how);
  const [, url = ''] = await saying(child, /"health":"(http:[^"]+)".*is ready/);
  return { child, url };
}

export function mortal(cleanup: Cleanup, env: Record<string, string>) {
  const nowhere = 'http://127.0.0.1:1';
  const folder = temporaryFolder(cleanup);
  let replica: Awaited<ReturnType<typeof startReplica>> | undefined;
  return {
    url: () => replica?.url ?? nowhere,
    async start(): Promise<void> {
      replica = await startReplica(cleanup, env, folder);
    },
    async kill(): Promise<void> {
      if (replica) await ended(replica.child, 'SIGKILL');
      replica = undefined;
    },
  };
}

/** Processes in one workspace on one database, and a door that leads to each of them in turn. */
export async function startMortals(
  cleanup: Cleanup,
  service: { url: string; token: string },
  databaseUrl: string,
  count: number,
) {
  const { sandbox, env } = await workspaceFor(cleanup, service, databaseUrl);
  const processes = Array.from({ length: count }, () => mortal(cleanup, env));
  for (const process of processes) await process.start();
  sandbox.setRequestUrl(`${processes[0]?.url()}/slack/events`);
  let turn = 0;
  const url = () => {
    turn += 1;
    return processes[turn % count]?.url() ?? '';
  };
  let kills = 0;
  return {
    sandbox,
    door: { url, signingSecret: env.SLACK_SIGNING_SECRET },
    kills: () => kills,
    /** Kills and restarts one after the other. @param pause milliseconds before each kill */
    async torment(times: number, pause: () => number): Promise<void> {
      while (kills < times) {
        await new Promise((resolve) => setTimeout(resolve, pause()));
        const victim = processes[kills % count];
        await victim?.kill();
        kills += 1;
        await victim?.start();
      }
    },
  };
}
