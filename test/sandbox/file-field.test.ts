import { expect, it } from 'vitest';
import { input, inView, modal } from './stage/blocks.ts';
import { manifest, stage } from './stage/stage.ts';

const { alice, call, complaintsAbout, errorOf, open, sandbox, trigger } = await stage({
  manifest: manifest.replace('[commands,', '[commands, files:read,'),
});
const field = (more: object = {}, block: object = {}) =>
  modal([input('File', { type: 'file_input', ...more }, { optional: true, ...block })]);

it('a file field takes the files it names, and only the bot’s token gets them', async () => {
  const at = inView((await open(field({ filetypes: ['csv'], max_files: 1 }))).id, 'file');
  const attach = (...given: string[]) =>
    alice.do({
      verb: 'attach',
      ...at,
      files: given.map((name) => ({ name, content: Buffer.from('a;b').toString('base64') })),
    });
  expect((await attach('a.png')).outcome).toBe('refused');
  expect((await attach('a.csv', 'b.csv')).outcome).toBe('refused');
  expect((await alice.do({ verb: 'input', ...at, value: 'a.csv' })).outcome).toBe('refused');
  expect((await attach('Hires.csv')).outcome).toBe('done');
  const [file] = alice.screen().views[0]?.elements.file?.file?.files ?? [];
  expect(file).toMatchObject({ name: 'Hires.csv', size: 3, filetype: 'csv', user: 'U1' });
  const get = (headers = {}) =>
    fetch(file?.url_private_download ?? '', { headers, redirect: 'manual' as const });
  expect((await get()).status).toBe(302);
  expect((await get({ authorization: 'Bearer xoxb-other' })).status).toBe(302);
  const answer = await get({ authorization: `Bearer ${sandbox.botToken}` });
  expect([answer.status, await answer.text()]).toEqual([200, 'a;b']);
  const traffic = await (await fetch(`${sandbox.url}sandbox/traffic`)).text();
  expect(traffic).toContain('"body":"3 bytes"');
});

it('a file field needs its scope, a modal, and no dispatching', async () => {
  expect(await complaintsAbout(field({}, { dispatch_action: true }))).toHaveLength(1);
  expect(await complaintsAbout(field({ max_files: 11 }))).not.toEqual([]);
  const blocks = [input('File', 'file_input')];
  expect(await errorOf('chat.postMessage', { channel: 'C1', text: 't', blocks })).toBe('invalid_blocks');
  expect(await call('views.open', { trigger_id: await trigger(), view: field() })).toMatchObject({
    ok: true,
  });
});
