import { expect } from 'vitest';
import { say } from '../../src/bot/features/settings/field-messages.ts';
import { begin, channels, it } from './world.ts';

const headline = 'Announcement of a new hire';
const before = 'Before the start day, to manager and buddy';

it('uses the organization’s words, and leaves no hole where something isn’t known', async ({ open }) => {
  const { clock, ines, marcus, sandbox, preview } = await open({ at: begin });
  await ines.openFromHome('Texts');
  await ines.submitUntil(
    'For Alex Example: Say hello to Alex Example! Position: Designer. The buddy is Kim Sample.',
    {
      [headline]: 'Say hello to {name}! Position: {position}. The buddy is {Buddy}.',
      [before]: '{first name} is with you on {day}. Is the laptop there?',
    },
  );
  expect(ines.pageText()).toContain('If only the name is known: Say hello to Alex Example!');
  await ines.closeAll();
  await preview({ Manager: 'Marcus Oyelaran' });
  await ines.press('Rehearse');
  await ines.untilMessage('Rehearsal: Say hello to Jane Doe!');
  const reminder = 'Rehearsal: Jane is with you on Mon 17 Mar. Is the laptop there?';
  await ines.untilMessage(reminder);
  await ines.close();
  await ines.submitAndAgree();
  await ines.untilMessage('Say hello to Jane Doe!', channels.hires);
  const announcement = () => sandbox.messages(channels.hires)[0];
  expect(announcement()?.text).toBe('Say hello to Jane Doe!');
  expect(JSON.stringify(announcement()?.blocks)).toContain('Manager: Marcus Oyelaran');
  clock.moveToDay('2031-03-10');
  await marcus.untilMessage('Jane is with you on Mon 17 Mar. Is the laptop there?');
  // Updating the announcement keeps its wording.
  await expect.poll(() => JSON.stringify(announcement())).toContain('Starts soon');
  expect(announcement()?.text).toBe('Say hello to Jane Doe!');
});

it('refuses unknown placeholders at their field, takes nothing typed as formatting, and returns to its own words', async ({
  open,
}) => {
  const { ines, sandbox, hire, set, posted } = await open({ at: begin });
  await ines.openFromHome('Texts');
  await ines.fill({ [headline]: 'Hello {nmae}', [before]: 'Hello {name' });
  expect((await ines.submit()).outcome).toBe('errors');
  expect(ines.view().errors).toMatchObject({
    [headline]: expect.stringContaining('“{nmae}” isn’t known. Use {name}'),
    [before]: 'Close every { with a }.',
  });
  expect(ines.values()[headline]).toBe('Hello {nmae}');
  const typed = '<!channel> *{name}* <https://evil.example|here> @here & <@U0MARCUS> `x`';
  await ines.submitUntil('For Alex Example', { [headline]: typed, [before]: '' });
  await ines.closeAll();
  await hire({ name: 'Mei Chan', fields: {} });
  const [announcement] = sandbox.messages(channels.hires);
  expect(announcement?.mentions).toEqual([]);
  expect(announcement?.blocks[0]).toMatchObject({
    text: { type: 'plain_text', text: typed.replace('{name}', 'Mei Chan') },
  });
  expect(announcement?.text).not.toMatch(/[<>]/);
  const needsBuddy = { [headline]: 'Only the buddy: {buddy}.' };
  await set('Texts', needsBuddy, 'If only the name is known: the default text');
  await hire({ name: 'Ann Other', fields: {} });
  await ines.untilMessage('Ann Other joins on Mon 17 Mar', channels.hires);
  await set('Texts', { [headline]: '' });
  await hire();
  expect(posted('Jane Doe joins on')).not.toEqual([]);
});

it('shows as default what is really sent', async ({ open }) => {
  const { clock, marcus, hire, posted } = await open({ at: '2026-12-26T12:00:00Z' });
  await hire({ name: 'Alex Example', on: '2027-01-04', fields: { Manager: 'Marcus Oyelaran' } });
  for (const [day, words] of [
    ['2026-12-28', 'starts in 7 days, on Mon 4 Jan, with you'],
    ['2027-01-04', 'starts today, with you'],
    ['2027-01-11', 'Ask them how the first week went.'],
  ] as const) {
    clock.moveToDay(day, '09:05');
    await marcus.untilMessage(words);
  }
  const sent = posted('Alex Example').map((line) => line.replace(/^\w+: /, ''));
  for (const text of Object.values(say().usual)) expect(sent).toContain(text);
});

it('previews what is typed, saves nothing before, and keeps what others save', async ({ open }) => {
  const { ines, grace, rows } = await open({ at: begin });
  const stored = async () => (await rows('settings')).map(({ value }) => JSON.parse(String(value)));
  for (const person of [ines, grace]) await person.openFromHome('Texts');
  await ines.fill({ [headline]: 'Hi {name}!' });
  await ines.pressUntil('Preview', 'For Alex Example: Hi Alex Example!');
  expect(ines.values()[headline]).toBe('Hi {name}!');
  expect(await stored()).toEqual([]);
  await grace.submitUntil('Be ready, Alex starts.', { [before]: 'Be ready, {first name} starts.' });
  await ines.submitUntil('Saved.');
  expect(await stored()).toEqual([{ headline: 'Hi {name}!', before: 'Be ready, {first name} starts.' }]);
});
