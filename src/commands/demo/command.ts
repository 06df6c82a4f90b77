import { Command } from 'commander';
import { port } from '../../sandbox/cli.ts';
import { CommandFailed, type Terminal } from '../terminal.ts';
import { type Demo, startDemo } from './demo.ts';

/** `demo [--fresh] [--port N]`: runs everything on this machine, to try by hand. */
export function demoCommand(terminal: Terminal): Command {
  return new Command('demo')
    .description(
      'start a local Slack, the onboarding service with demo people, and Frontdesk; Ctrl-C stops all',
    )
    .option('--fresh', 'start over: delete what an earlier demo left', false)
    .option('--port <number>', 'the port of the page', port, 3500)
    .option('--folder <path>', 'where the demo keeps its data', 'data/demo')
    .action(async (options: { fresh: boolean; port: number; folder: string }) => {
      const demo = await startDemo({ ...options, say: terminal.print }).catch((error: unknown) => {
        throw explained(error, options.port);
      });
      // Listen before printing: Ctrl-C can follow as soon as the lines appear.
      const stopped = terminal.untilStopped();
      for (const line of whatToTry(demo, options.folder)) terminal.print(line);
      await stopped;
      terminal.print('Stopping …');
      await demo.stop();
    });
}

function explained(error: unknown, port: number): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) return error;
  return new CommandFailed(
    `Port ${port} is already in use, maybe by another demo. Stop that one, or choose another port: ` +
      `npm run demo -- --port ${port === 65_535 ? port - 1 : port + 1}`,
  );
}

const tries = [
  ['/newhire', 'fill in the form; type “mar” for the manager'],
  ['/newhire Jane Doe jane@acme.example 2027-01-11', 'the form filled in'],
  ['/offboard', 'as Ines or, switching people, as Marcus the manager'],
  ['/newhire as Sofia', 'has no access, and hears whom to ask'],
] as const;

function whatToTry({ sandbox, service }: Demo, folder: string): string[] {
  return [
    '',
    `Open  ${sandbox.url}`,
    '',
    'You are Ines from HR. Try:',
    ...tries.map(([what, why]) => `  ${what.padEnd(48)}${why}`),
    '',
    'What the onboarding service holds:',
    `  curl -s -H 'Authorization: Token ${service.token}' ${service.url}/api/employees/`,
    '',
    `Ctrl-C stops all of it. Data stays in ${folder}; start over with: npm run demo -- --fresh`,
  ];
}
