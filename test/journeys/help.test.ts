import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Cleanup, channels, createCleanup, openOffice, ourService, releasedService } from './office.ts';

let cleanup: Cleanup;
beforeEach(() => {
  cleanup = createCleanup();
});
afterEach(() => cleanup.now());

it.each([
  ['/frontdesk', '/newhire* adds a new hire'],
  ['/frontdesk help', '/offboard* starts an offboarding'],
  ['/frontdesk settings', 'Settings are in App Home'],
  ['/frontdesk status', 'No requests are pending.'],
  ['/frontdesk <fetch> it', 'doesn’t understand “&lt;fetch&gt; it”'],
  ['/newhire help', 'opens it with the name, email address and start day filled in, in any order'],
  ['/offboard help', 'opens it with that person chosen'],
])('answers “%s” privately', async (command, sentence) => {
  const { ines, sofia } = await openOffice(cleanup, { service: await ourService(cleanup) });
  await ines.command(command, { channel: channels.general });
  const answer = await ines.untilMessage(sentence, channels.general);
  expect(answer).toMatchObject({ isEphemeral: true, mentions: [] });
  expect(sofia.messages(channels.general)).toEqual([]);
  expect(ines.views()).toEqual([]);
});

it('tells in the status what holds everything up, and how many wait', async () => {
  const service = await releasedService(cleanup);
  const { ines } = await openOffice(cleanup, { service });
  await ines.command('/frontdesk status', { channel: channels.general });
  await ines.untilMessage(
    /connected to the onboarding service\.\n\d+ employees and 3 sequences, as of /,
    channels.general,
  );
  service.spoilToken(service.token, 'removed');
  await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.untilView('New hire');
  await ines.submit();
  await ines.untilView('Request saved');
  await ines.command('/frontdesk status', { channel: channels.general });
  await ines.untilMessage('no longer accepts Frontdesk’s admin token', channels.general);
  await ines.untilMessage('1 request is pending', channels.general);
});

it('has help in App Home for everybody who may use it', async () => {
  const { ines, marcus } = await openOffice(cleanup, { service: await ourService(cleanup) });
  for (const person of [ines, marcus]) {
    await person.openHome();
    await person.until(() => person.home()?.texts.some((text) => text.includes('/offboard help* for more')));
  }
});
