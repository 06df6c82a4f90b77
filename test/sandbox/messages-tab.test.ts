import { expect, it } from 'vitest';
import { manifest } from './stage/bare-app.ts';
import { startSample } from './stage/sample.ts';

it.each([
  ['as nobody said otherwise', 'home_tab_enabled: true', 'done'],
  ['a read-only Messages tab', 'messages_tab_read_only_enabled: true', 'refused'],
  ['no Messages tab', 'messages_tab_enabled: false', 'refused'],
])('with %s, a message to the app is %s', async (_, setting, outcome) => {
  const changed = manifest.replace('home_tab_enabled: true', setting);
  const sandbox = await startSample({ manifest: changed });
  const answer = await fetch(`${sandbox.url}sandbox/people/U1/verbs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ verb: 'postMessage', channel: 'D1', text: 'Hello' }),
  });
  expect(await answer.json()).toMatchObject({ outcome });
  await sandbox.stop();
});
