import { expect, it } from 'vitest';
import { postJson } from './stage/call.ts';
import { manifest, startSample } from './stage/stage.ts';

it.each([
  ['without a setting', 'home_tab_enabled: true', 'done'],
  ['with a read-only Messages tab', 'messages_tab_read_only_enabled: true', 'refused'],
  ['without a Messages tab', 'messages_tab_enabled: false', 'refused'],
])('%s, a message to the app is %s', async (_what, setting, outcome) => {
  const sandbox = await startSample({ manifest: manifest.replace('home_tab_enabled: true', setting) });
  const verb = { verb: 'postMessage', channel: 'D1', text: 'Hello' };
  const { body } = await postJson(`${sandbox.url}sandbox/people/U1/verbs`, verb);
  expect(body).toMatchObject({ outcome });
  await sandbox.stop();
});
