import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { DrivenSandbox } from '../driver/sandbox.ts';
import { call, refusal } from './stage/call.ts';
import { ManualClock } from './stage/manual-clock.ts';
import { startSample } from './stage/sample.ts';

const scopes = 'chat:write, files:write, channels:history, im:history, im:write';
const manifest = `{display_information: {name: Files}, oauth_config: {scopes: {bot: [${scopes}]}}}`;
const clock = new ManualClock();
let sandbox: DrivenSandbox;
beforeAll(async () => {
  sandbox = await startSample({ manifest, clock });
});
afterAll(() => sandbox.stop());

const Announced = z.object({ upload_url: z.string(), file_id: z.string() });
const content = 'BEGIN:VCALENDAR';

async function announced(filename = 'a.ics', length = content.length) {
  return Announced.parse(await call(sandbox, 'files.getUploadURLExternal', { filename, length }));
}

const post = (url: string, body = content) => fetch(url, { method: 'POST', body });

/** Uploads a file whose upload only has to be completed. */
async function uploaded(filename?: string) {
  const { upload_url, file_id } = await announced(filename);
  expect((await post(upload_url)).status).toBe(200);
  return file_id;
}

const complete = 'files.completeUploadExternal';

it('a file comes in three steps, and stands in the conversation with its comment, name and title', async () => {
  const id = await uploaded('random.ics');
  const files = [{ id, title: 'First day' }];
  const answer = await call(sandbox, complete, { files, channel_id: 'D1', initial_comment: 'For *you*' });
  expect(answer).toMatchObject({ ok: true, files: [{ id, title: 'First day' }] });
  expect(JSON.stringify(answer)).not.toMatch(/"(ts|metadata)"/);
  const shown = sandbox.person('U1').directMessages().at(-1);
  expect(shown).toMatchObject({ text: 'For *you*', files: [{ id, name: 'random.ics', title: 'First day' }] });
  const history = await call(sandbox, 'conversations.history', { channel: 'D1' });
  expect(history).toMatchObject({ messages: [{ text: 'For *you*', files: [{ name: 'random.ics' }] }] });
});

it('whoever sees the conversation can get the file, and nobody else', async () => {
  const id = await uploaded('mine.ics');
  await call(sandbox, complete, { files: [{ id }], channel_id: 'D1' });
  const got = await fetch(`${sandbox.url}sandbox/people/U1/files/${id}`);
  expect(got.headers.get('content-disposition')).toContain('mine.ics');
  expect(await got.text()).toBe(content);
  expect((await fetch(`${sandbox.url}sandbox/people/U2/files/${id}`)).status).toBe(404);
  expect((await fetch(`${sandbox.url}sandbox/people/U404/files/${id}`)).status).toBe(404);
});

it('a comment calls people as any message does', async () => {
  const id = await uploaded();
  await call(sandbox, complete, { files: [{ id }], channel_id: 'C1', initial_comment: '<!channel>' });
  expect(sandbox.messages('C1').at(-1)?.mentions).toEqual(['channel']);
});

it.each([
  ['without an address for it', 'files.getUploadURLExternal', {}, 'invalid_arguments'],
  ['of no length', 'files.getUploadURLExternal', { filename: 'a.ics', length: 0 }, 'invalid_arguments'],
  ['that nobody announced', complete, { files: [{ id: 'F404' }], channel_id: 'D1' }, 'file_not_found'],
  [
    'for a person instead of the conversation',
    complete,
    { files: [{ id: 'F' }], channel_id: 'U1' },
    'channel_not_found',
  ],
  [
    'for a channel that the app is not in',
    complete,
    { files: [{ id: 'F' }], channel_id: 'C2' },
    'not_in_channel',
  ],
  ['for an archived channel', complete, { files: [{ id: 'F' }], channel_id: 'C4' }, 'is_archived'],
  ['for several channels', complete, { files: [{ id: 'F' }], channels: 'C1,C2' }, 'invalid_arguments'],
  ['with none', complete, { files: [], channel_id: 'D1' }, 'invalid_arguments'],
])('refuses a file %s', async (_what, method, args, error) => {
  expect(await refusal(sandbox, method, args)).toMatchObject({ error });
});

it('refuses to finish what was not uploaded, was finished, or was begun too long ago', async () => {
  const finish = (id: string) => call(sandbox, complete, { files: [{ id }], channel_id: 'D1' });
  const { file_id } = await announced();
  expect(await finish(file_id)).toMatchObject({ error: 'file_not_found' });
  const done = await uploaded();
  expect(await finish(done)).toMatchObject({ ok: true });
  expect(await finish(done)).toMatchObject({ error: 'file_not_found' });
  const late = await uploaded();
  const { upload_url } = await announced();
  clock.advance(61 * 60_000);
  expect(await finish(late)).toMatchObject({ error: 'file_not_found' });
  expect((await post(upload_url)).status).toBe(404);
});

it('takes the bytes once, and as many as were announced', async () => {
  const { upload_url } = await announced();
  expect((await post(upload_url, 'short')).status).toBe(400);
  expect((await post(upload_url)).status).toBe(200);
  expect((await post(upload_url)).status).toBe(404);
});
