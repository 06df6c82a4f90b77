import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { type Sandbox, startSandbox } from './sandbox.ts';
import { defaultWorkspace, readWorkspace } from './workspace/workspace.ts';

interface SandboxTerminal {
  print(line: string): void;
  untilStopped(): Promise<void>;
}

interface Options {
  manifest?: string;
  port: number;
  workspace?: string;
  requestUrl?: string;
}

/** Fixed, so that an app's `.env` stays valid between starts. Not secret: the sandbox listens on loopback only. */
const credentials = {
  botToken: 'xoxb-sandbox-bot',
  appToken: 'xapp-1-A0SANDBOX-app',
  signingSecret: '5a'.repeat(16),
};

/** Serves a local Slack until the process is asked to stop. */
export function sandboxCommand(terminal: SandboxTerminal, ownManifest: string): Command {
  return new Command('sandbox')
    .description('start a strict local Slack with a web page, for any app')
    .option('--manifest <path>', "the app's manifest, YAML or JSON; Frontdesk's own unless given")
    .option('--port <number>', 'port on 127.0.0.1', port, 3500)
    .option(
      '--workspace <path>',
      'YAML file with people, channels and userGroups, instead of the default ones',
    )
    .option(
      '--request-url <url>',
      'HTTP mode: where requests go while no Socket Mode connection is open',
      address,
    )
    .action(async (options: Options, command: Command) => {
      const sandbox = await start({ manifest: ownManifest, ...options }).catch((error: unknown) =>
        command.error(explained(error, options)),
      );
      // Listen before printing: a reader of the output may stop the process immediately.
      const stopped = terminal.untilStopped();
      for (const line of introduction(sandbox)) terminal.print(line);
      await stopped;
      await sandbox.stop();
    });
}

function explained(error: unknown, { port }: Options): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Choose another one with --port.`;
  if (code === 'ENOENT') return `Can’t find ${path}. Check --manifest and --workspace.`;
  return error.message;
}

async function start({ workspace, ...options }: Options & { manifest: string }): Promise<Sandbox> {
  const content = workspace === undefined ? defaultWorkspace : await readWorkspace(workspace);
  const manifest = await readFile(options.manifest, 'utf8');
  return startSandbox({ ...options, manifest, credentials, ...content });
}

function introduction(sandbox: Sandbox): string[] {
  return [
    `The sandbox is at ${sandbox.url}`,
    'Start your app with these settings, then open that page:',
    '',
    `SLACK_API_URL=${sandbox.apiUrl}`,
    `SLACK_BOT_TOKEN=${sandbox.botToken}`,
    `SLACK_APP_TOKEN=${sandbox.appToken}`,
    `SLACK_SIGNING_SECRET=${sandbox.signingSecret}`,
  ];
}

function address(value: string): string {
  if (/^https?:\/\/[^/]/.test(value) && URL.canParse(value)) return value;
  throw new InvalidArgumentError('Use a full address, such as http://127.0.0.1:3000/slack/events.');
}

/** Throws commander's `InvalidArgumentError`. */
export function port(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0 || number > 65_535)
    throw new InvalidArgumentError('Use a number from 0 to 65535.');
  return number;
}
