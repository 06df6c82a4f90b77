import { expect, it } from 'vitest';
import { z } from 'zod';
import { emptyStage } from './stage/stage.ts';

const scopes = 'chat:write, files:write, channels:history, im:history, im:write';
const { alice, call, clock, errorOf, sandbox } = await emptyStage({
  manifest: `{display_information: {name: Files}, oauth_config: {scopes: {bot: [${scopes}]}}}`,
});

const begin = 'files.getUploadURLExternal';
const complete = 'files.completeUploadExternal';
const content = 'BEGIN:VCALENDAR';
const Announced = z.object({ upload_url: z.string(), file_id: z.string() });

const announced = async (filename = 'a.ics') =>
  Announced.parse(await call(begin, { filename, length: content.length }));

const upload = async (url: string, body = content) => (await fetch(url, { method: 'POST', body })).status;

/** Uploads a file whose upload only has to be completed. */
async function uploaded(filename?: string) {
  const { upload_url, file_id } = await announced(filename);
  expect(await upload(upload_url)).toBe(200);
  return file_id;
}

it('a file arrives in three steps, with its comment, name and title', async () => {
  const id = await uploaded('random.ics');
  const files = [{ id, title: 'First day' }];
  const answer = await call(complete, { files, channel_id: 'D1', initial_comment: 'For *you*' });
  expect(answer).toMatchObject({ ok: true, files });
  expect(JSON.stringify(answer)).not.toMatch(/"(ts|metadata)"/);
  expect(alice.directMessages().at(-1)).toMatchObject({
    text: 'For *you*',
    files: [{ id, name: 'random.ics', title: 'First day' }],
  });
  expect(await call('conversations.history', { channel: 'D1' })).toMatchObject({
    messages: [{ text: 'For *you*', files: [{ name: 'random.ics' }] }],
  });
});

it('people in the conversation can get the file, and nobody else', async () => {
  const id = await uploaded('mine.ics');
  await call(complete, { files: [{ id }], channel_id: 'D1' });
  const got = (person: string) => fetch(`${sandbox.url}sandbox/people/${person}/files/${id}`);
  const file = await got('U1');
  expect(file.headers.get('content-disposition')).toContain('mine.ics');
  expect(await file.text()).toBe(content);
  for (const stranger of ['U2', 'U404']) expect((await got(stranger)).status).toBe(404);
});

it('a comment calls people as any message does', async () => {
  const files = [{ id: await uploaded() }];
  await call(complete, { files, channel_id: 'C1', initial_comment: '<!channel>' });
  expect(sandbox.messages('C1').at(-1)?.mentions).toEqual(['channel']);
});

const files = [{ id: 'F404' }];
it.each<[string, string, string, object]>([
  ['without a name', 'invalid_arguments', begin, {}],
  ['of no length', 'invalid_arguments', begin, { filename: 'a.ics', length: 0 }],
  ['that nobody announced', 'file_not_found', complete, { files, channel_id: 'D1' }],
  ['for a person instead of the conversation', 'channel_not_found', complete, { files, channel_id: 'U1' }],
  ['for a channel without the app', 'not_in_channel', complete, { files, channel_id: 'C2' }],
  ['for an archived channel', 'is_archived', complete, { files, channel_id: 'C4' }],
  ['for several channels', 'invalid_arguments', complete, { files, channels: 'C1,C2' }],
  ['that is none', 'invalid_arguments', complete, { files: [], channel_id: 'D1' }],
])('refuses a file %s: %s', async (_what, error, method, args) => {
  expect(await errorOf(method, args)).toBe(error);
});

it('refuses to complete an upload that is missing, completed or an hour old', async () => {
  const toComplete = (id: string) => ({ files: [{ id }], channel_id: 'D1' });
  const missing = await announced();
  const done = await uploaded();
  await call(complete, toComplete(done));
  const late = await uploaded();
  expect(await errorOf(complete, toComplete(missing.file_id))).toBe('file_not_found');
  expect(await errorOf(complete, toComplete(done))).toBe('file_not_found');
  clock.advance(61 * 60_000);
  expect(await errorOf(complete, toComplete(late))).toBe('file_not_found');
  expect(await upload(missing.upload_url)).toBe(404);
});

it('takes the bytes once, and as many as were announced', async () => {
  const { upload_url } = await announced();
  expect(await upload(upload_url, 'short')).toBe(400);
  expect(await upload(upload_url)).toBe(200);
  expect(await upload(upload_url)).toBe(404);
});
