import type { Command } from 'commander';
import type { Terminal } from '../../commands/terminal.ts';
import { formatColumns, formatCount } from './format.ts';
import type { WithOperator } from './with-operator.ts';

/** Adds `sequence starters`. */
export function startersCommand(sequence: Command, terminal: Terminal, withOperator: WithOperator): void {
  sequence
    .command('starters')
    .option('--add <name...>', 'add these; "all" adds every one that is not there yet')
    .description('show sequences to begin with, or add some of them')
    .action(({ add = [] }: { add?: string[] }) =>
      withOperator(async (operator) => {
        for (const { id, name } of await operator.addStarters(add))
          terminal.print(`Added sequence ${id}, "${name}".`);
        for (const { key, kind, name, tasks, added } of await operator.listStarters()) {
          const note = added === null ? [] : [`added as ${added}`];
          terminal.print(formatColumns([key, kind, name, formatCount(tasks.length, 'task'), ...note]));
        }
      }),
    );
}
