import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { type Sandbox, startSandbox } from './sandbox.ts';
import { defaultWorkspace, readWorkspace } from './workspace/default-workspace.ts';

/** What the command needs of the outside world. */
interface SandboxTerminal {
  /** One line to standard output. */
  print(line: string): void;
  /** Resolves when the process is asked to stop. */
  untilStopped(): Promise<void>;
}

interface Options {
  manifest?: string;
  port: number;
  workspace?: string;
  requestUrl?: string;
}

/** The same at each start, so that an app's `.env` stays right. They are worth nothing: the sandbox is on loopback alone. */
const credentials = {
  botToken: 'xoxb-sandbox-bot',
  appToken: 'xapp-1-A0SANDBOX-app',
  signingSecret: '5a'.repeat(16),
};

/**
 * `sandbox`: serves a local Slack for any app until the process is asked to stop.
 * @param ownManifest the path of the manifest that is taken unless another one is named
 */
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
      // Whoever has read that it runs may end it at once.
      const stopped = terminal.untilStopped();
      for (const line of introduction(sandbox)) terminal.print(line);
      await stopped;
      await sandbox.stop();
    });
}

/** What went wrong, and what to do, for the mistakes that people make. */
function explained(error: unknown, { port }: Options): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Choose another one with --port.`;
  if (code === 'ENOENT') return `Can’t find ${path}. Check --manifest and --workspace.`;
  return error.message;
}

async function start({
  manifest,
  port,
  workspace,
  requestUrl,
}: Options & { manifest: string }): Promise<Sandbox> {
  const content = workspace === undefined ? defaultWorkspace : await readWorkspace(workspace);
  const text = await readFile(manifest, 'utf8');
  const at = { port, ...(requestUrl !== undefined && { requestUrl }) };
  return startSandbox({ ...at, manifest: text, credentials, ...content });
}

/** What one has to know to point an app at the sandbox, ready to be pasted into a `.env`. */
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

/** A port as an argument of a command. Throws commander's `InvalidArgumentError` for anything else. */
export function port(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0 || number > 65_535)
    throw new InvalidArgumentError('Use a number from 0 to 65535.');
  return number;
}
