import { Command, Option } from 'commander';
import { presetNames, presets } from '../bot/features/newhire/starters/presets.ts';
import { mistakeInBody, starterPath } from '../bot/starters/receive.ts';
import {
  createStarterSources,
  type StarterSource,
  type StarterSources,
} from '../bot/storage/starter-sources.ts';
import { readStorageConfig } from '../config/config.ts';
import { withBotDatabase } from './bot-database.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

/** Most characters of a file. */
const longest = 1024 * 1024;

/** `starters list|add|remove|push`: sources of future hires, and hires from a file. */
export function startersCommand(terminal: Terminal): Command {
  const starters = new Command('starters').description('systems that propose future hires to HR');
  starters
    .command('list')
    .description('show the sources')
    .action(() => inStore(list));
  starters
    .command('add')
    .argument('<name>', 'how HR sees it')
    .addOption(new Option('--preset <system>', 'mapping of a known system').choices(presetNames))
    .description('add a source, and print its secret')
    .action((name: string, { preset }: { preset?: keyof typeof presets }) =>
      inStore((sources) => add(sources, name, preset)),
    );
  starters
    .command('remove')
    .argument('<id>', 'from the list')
    .description('remove a source with its events; proposals stay')
    .action((id: string) =>
      inStore(async (sources) => {
        if (!(await sources.remove(id, 'cli'))) throw new CommandFailed(`There is no source ${id}.`);
        terminal.print(`${id} was removed.`);
      }),
    );
  starters
    .command('push')
    .argument('<source>', 'id or name')
    .argument('<file>', 'one JSON object, or an array of them; - for standard input')
    .description('propose the future hires in a file')
    .action((source: string, file: string) => inStore((sources) => push(sources, source, file)));
  return starters;

  function inStore<Result>(work: (sources: StarterSources) => Promise<Result>): Promise<Result> {
    const config = readStorageConfig(terminal.env, terminal.readFile);
    return withBotDatabase(config, (opened) => work(createStarterSources(opened)));
  }

  async function list(sources: StarterSources): Promise<void> {
    const all = await sources.list();
    for (const source of all) terminal.print(`${source.id}  ${source.name}${noteOn(source)}`);
    if (all.length === 0) terminal.print('No sources. Add one: npm run frontdesk -- starters add NAME');
  }

  async function add(sources: StarterSources, name: string, preset: keyof typeof presets | undefined) {
    const added = await sources.add(name, preset ? presets[preset].mapping : {}, 'cli');
    if (added.kind === 'badName') throw new CommandFailed('Use 1 to 40 characters as the name.');
    if (added.kind === 'nameTaken') throw new CommandFailed(`There is a source called ${name} already.`);
    if (added.kind === 'full') throw new CommandFailed('There are too many sources. Remove one first.');
    terminal.print(`Added ${added.id}. Send events to ${starterPath}/${added.id} at Frontdesk’s address.`);
    terminal.print(`Secret, which isn’t shown again: ${added.secret}`);
    if (!preset) terminal.print('Next: choose its mapping in App Home, Settings, New hire sources.');
  }

  async function push(sources: StarterSources, wanted: string, file: string): Promise<void> {
    const source = (await sources.list()).find(({ id, name }) => id === wanted || name === wanted);
    if (!source) throw new CommandFailed(`There is no source ${wanted}. Nothing was stored.`);
    const body = contentOf(file);
    const mistake = mistakeInBody(body, source);
    if (mistake !== undefined) throw new CommandFailed(`${mistake} Nothing was stored.`);
    await sources.receive(source, body);
    terminal.print('Stored. A running Frontdesk asks HR within a minute.');
    if (source.mapping.key === undefined)
      terminal.print('Before that, choose the mapping in App Home, Settings, New hire sources.');
  }

  function contentOf(file: string): string {
    let content: string;
    try {
      content = terminal.readFile(file);
    } catch {
      throw new CommandFailed(`${file} can’t be read. Nothing was stored.`);
    }
    if (content.length > longest) throw new CommandFailed(`${file} is larger than 1 MB. Nothing was stored.`);
    return content;
  }
}

function noteOn({ mapping, secret, pollTrouble }: StarterSource): string {
  const notes = [
    ...(mapping.key === undefined ? ['needs a mapping'] : []),
    ...(secret === undefined ? ['its secret can’t be read'] : []),
    ...(pollTrouble === null ? [] : [`its address can’t be read: ${pollTrouble}`]),
  ];
  return notes.length > 0 ? `  (${notes.join('; ')})` : '';
}
