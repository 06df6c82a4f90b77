import { expect } from 'vitest';
import { begin, channels, it, startDay } from './world.ts';

const toMarcus = { Manager: 'Marcus Oyelaran', Buddy: 'Leila Haddad' };

it('tells HR nothing of their own actions that the windows showed', async ({ open }) => {
  const office = await open({ at: begin });
  const { ines, hire, offboard, changeLastDay, amend, allSent, sandbox } = office;
  await hire({ on: startDay, fields: toMarcus });
  await ines.openPerson();
  await ines.fillIn('Change manager or buddy', { Buddy: 'Grace Muthoni' });
  await ines.submitUntil('buddy Grace Muthoni');
  await ines.closeAll();
  await amend('Move start day', { 'New start day': '2031-03-24' });
  await amend('Cancel start');
  await allSent();
  await ines.visitHome();
  await ines.openPerson();
  expect(ines.pageText()).toMatch(/Start cancelled|Won’t start/);
  expect(ines.pageText()).not.toMatch(/Confirmation|in the onboarding service to you/);
  await ines.closeAll();
  await offboard({ by: ines, name: 'Sofia Lindqvist', on: '2031-03-31' });
  await changeLastDay('Sofia Lindqvist', '2031-04-07');
  await allSent();
  await amend('Cancel offboarding');
  await allSent();
  await sandbox.settled();
  // The entry in the calendar can only come as a file.
  expect(ines.directMessages().filter(({ files }) => files.length === 0)).toEqual([]);
  expect(ines.messages(channels.private)).toHaveLength(3);
});
