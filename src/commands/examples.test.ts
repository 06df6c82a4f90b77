import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { buildCli } from './cli.ts';
import { examples } from './examples.ts';
import type { Terminal } from './terminal.ts';

const terminal = { env: {} } as Terminal;

async function program(): Promise<Command> {
  return buildCli({ terminal }, undefined);
}

function leavesOf(command: Command, words: string[] = []): { name: string; command: Command }[] {
  if (command.commands.length === 0) return [{ name: words.join(' '), command }];
  return command.commands.flatMap((one) => leavesOf(one, [...words, one.name()]));
}

it('shows an example in the help of every command', async () => {
  const leaves = leavesOf(await program());
  expect(leaves.map(({ name }) => name).toSorted()).toEqual(Object.keys(examples).toSorted());
  for (const { name, command } of leaves) {
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    expect(help).toContain(`Example:\n  ${examples[name]}`);
  }
});

it.each(Object.entries(examples))('takes its own example of %s', async (name, example) => {
  const cli = await program();
  let ran = '';
  for (const leaf of leavesOf(cli))
    leaf.command.exitOverride().action(() => {
      ran = leaf.name;
    });
  const [line = ''] = example.replace(/^npm (?:run )?(?:frontdesk )?(?:-- )?/, '').split(' >', 1);
  const args = line.match(/"[^"]*"|[^\s"]+/g)?.filter((word) => word !== '--') ?? [];
  await cli.parseAsync(args, { from: 'user' });
  expect(ran).toBe(name);
});
