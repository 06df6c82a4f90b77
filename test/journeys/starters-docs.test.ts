import { expect } from 'vitest';
import { guessMapping } from '../../src/bot/features/newhire/starters/reading.ts';
import { scalarsIn } from '../../src/bot/starters/json-paths.ts';
import { commandsOf } from '../readme/blocks.ts';
import { temporaryFolder } from './office.ts';
import { runHere } from './program.ts';
import { withSource } from './starters-office.ts';
import { begin, channels, it } from './world.ts';

const commands = commandsOf('docs/starters.md/');
const curl = commands.slice(0, 3).join('\n');

it('takes the documented request, and guesses its mapping', async ({ open }) => {
  const [, path] = /^curl https:\/\/frontdesk\.acme\.com(\/hooks\/starters\/)S-\w+ \\$/m.exec(curl) ?? [];
  const [, header = '', value = ''] = /--header '([^:]+): ([^']+)' \\$/m.exec(curl) ?? [];
  const [, body = ''] = /--json '([^']+)'$/m.exec(curl) ?? [];
  const mapping = guessMapping(scalarsIn(JSON.parse(body)));
  expect(Object.keys(mapping).sort()).toEqual(['email', 'first_name', 'key', 'last_name', 'start_day']);
  const office = await open({ at: begin });
  const { address, send, secret } = await withSource(office, mapping);
  expect(address).toContain(path);
  const answer = await send(body.replace('2026', '2031'), { [header]: value.replace('whsec_…', secret) });
  expect(answer).toEqual({ status: 202, text: 'Stored.' });
  await office.ines.untilMessage('From Personio: Ada Park, starts Mon 1 Dec', channels.private);
});

it('runs the documented commands', async ({ cleanup }) => {
  const env = { DATABASE_URL: `sqlite:${temporaryFolder(cleanup)}/frontdesk.db` };
  const ours = commands.filter((line) => line.startsWith('npm run frontdesk -- '));
  const ran = [];
  for (const line of ours) ran.push(await runHere(line.replace('npm run frontdesk -- ', '').split(' '), env));
  expect(ran[0]?.said).toContain('Secret, which isn’t shown again: whsec_');
  // The file is the reader's own.
  expect(String(ran[1]?.failure)).toContain('starters.json can’t be read. Nothing was stored.');
});
