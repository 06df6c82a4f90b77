import { expect, it } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { channels, openOffice, ourService } from './office.ts';

const cleanup = useCleanup();

it('reads the words behind the command in any order, and says what it did not understand', async () => {
  const { ines } = await openOffice(cleanup, { service: await ourService(cleanup) });
  await ines.command('/newhire 1 December 2031 jane@acme.example Jane van Doe 03/04/2026');
  const { fields, texts } = await ines.untilView('New hire');
  expect(fields).toMatchObject({
    'First name': { value: 'Jane' },
    'Last name': { value: 'van Doe' },
    'Work email': { value: 'jane@acme.example' },
    'Start day': { value: '2031-12-01' },
  });
  expect(texts[0]).toContain('“03/04/2026”');
});

it('explains itself, privately, when the words mean nothing', async () => {
  const { ines, sofia } = await openOffice(cleanup, { service: await ourService(cleanup) });
  await ines.command('/newhire frobnicate', { channel: channels.general });
  const answer = await ines.untilMessage('doesn’t understand “frobnicate”', channels.general);
  expect(answer.isEphemeral).toBe(true);
  expect(ines.views()).toEqual([]);
  expect(sofia.messages(channels.general)).toEqual([]);
});

it('fills the form from a message', async () => {
  const { ines, sofia } = await openOffice(cleanup, { service: await ourService(cleanup) });
  await sofia.postMessage(
    channels.general,
    'Please add *Jane Doe*, jane@acme.example, she starts on 2031-12-01.',
  );
  const message = await ines.untilMessage('Jane Doe', channels.general);
  await ines.messageShortcut('newhire_from_message', message);
  const { fields } = await ines.untilView('New hire');
  expect(fields).toMatchObject({
    'First name': { value: 'Jane' },
    'Last name': { value: 'Doe' },
    'Work email': { value: 'jane@acme.example' },
    'Start day': { value: '2031-12-01' },
  });
});

it('says in the form that a message has nothing to fill it with', async () => {
  const { ines, sofia } = await openOffice(cleanup, { service: await ourService(cleanup) });
  await sofia.postMessage(channels.general, 'see you at lunch');
  const message = await ines.untilMessage('see you at lunch', channels.general);
  await ines.messageShortcut('newhire_from_message', message);
  const { texts, fields } = await ines.untilView('New hire');
  expect(texts[0]).toContain('no name, email address or date');
  expect(fields['First name']?.value).toBeFalsy();
});
