import { expect, it } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { begin, hired, officeAt, posted } from './moved-office.ts';
import { channels, type Office } from './office.ts';

const cleanup = useCleanup();

const headline = 'Announcement of a new hire';
const before = 'Before the start day, to manager and buddy';

async function openTexts({ ines }: Office) {
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Texts'));
  await ines.press('Texts');
  await ines.untilView('Texts');
}

/** HR changes the texts. @param shown text to wait for on the next page @returns that page's texts */
async function say(office: Office, texts: Record<string, string>, shown: string) {
  const { ines } = office;
  await openTexts(office);
  await ines.fill(texts);
  await ines.submit();
  await ines.until(() => ines.view().texts.join('\n').includes(shown));
  const said = ines.view().texts.join('\n');
  await ines.closeAll();
  return said;
}

it('announces and reminds in the organization’s words, and leaves no hole where something isn’t known', async () => {
  const { clock, office } = await officeAt(cleanup, begin);
  const { ines, marcus, sandbox } = office;
  const preview = await say(
    office,
    {
      [headline]: 'Say hello to {name}! Position: {position}. The buddy is {Buddy}.',
      [before]: '{first name} is with you on {day}. Is the laptop there?',
    },
    'Say hello',
  );
  expect(preview).toContain(
    'For Alex Example: Say hello to Alex Example! Position: Designer. The buddy is Kim Sample.',
  );
  expect(preview).toContain('If only the name is known: Say hello to Alex Example!');
  await ines.command('/newhire Jane Doe jane@acme.example 2031-03-17');
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Marcus Oyelaran' });
  await ines.press('What will happen');
  await ines.untilView('What will happen');
  await ines.press('Rehearse');
  await ines.untilMessage('Rehearsal: Say hello to Jane Doe!');
  await ines.untilMessage('Rehearsal: Jane is with you on Mon, 17 March 2031. Is the laptop there?');
  await ines.close();
  await ines.submitAndAgree();
  await ines.untilMessage('Say hello to Jane Doe!', channels.hires);
  const [told] = sandbox.messages(channels.hires);
  expect(told?.text).toBe('Say hello to Jane Doe!');
  expect(JSON.stringify(told?.blocks)).toContain('Manager: Marcus Oyelaran');
  clock.moveTo(new Date('2031-03-10T09:00:00.000Z'));
  await marcus.untilMessage('Jane is with you on Mon, 17 March 2031. Is the laptop there?');
  // Updating the announcement keeps its wording.
  await expect.poll(() => JSON.stringify(sandbox.messages(channels.hires)[0])).toContain('Starts soon');
  expect(sandbox.messages(channels.hires)[0]?.text).toBe('Say hello to Jane Doe!');
});

it('takes nothing that people type as formatting, a mention or a link', async () => {
  const { office } = await officeAt(cleanup, begin);
  const { sandbox } = office;
  const typed = '<!channel> *{name}* <https://evil.example|here> @here & <@U0MARCUS> `x`';
  await say(office, { [headline]: typed }, 'For Alex Example');
  await office.ines.command('/newhire Jane Doe jane@acme.example 2031-03-17');
  await office.ines.untilView('New hire');
  await office.ines.submitAndAgree();
  await office.ines.untilMessage('Jane Doe has been added');
  await expect.poll(() => sandbox.messages(channels.hires)).toHaveLength(1);
  const [told] = sandbox.messages(channels.hires);
  expect(told?.mentions).toEqual([]);
  expect(told?.blocks[0]).toMatchObject({
    text: { type: 'plain_text', text: typed.replace('{name}', 'Jane Doe') },
  });
  expect(told?.text).not.toMatch(/[<>]/);
});

it('refuses what is no placeholder at its field, keeps what was typed, and goes back to its own words', async () => {
  const { office } = await officeAt(cleanup, begin);
  const { ines } = office;
  await openTexts(office);
  await ines.fill({ [headline]: 'Hello {nmae}', [before]: 'Hello {name' });
  expect((await ines.submit()).outcome).toBe('errors');
  expect(ines.view().errors).toMatchObject({
    [headline]: expect.stringContaining('“{nmae}” isn’t known. Use {name}'),
    [before]: 'Close every { with a }.',
  });
  expect(ines.view().fields[headline]?.value).toBe('Hello {nmae}');
  await ines.fill({ [headline]: 'Only the buddy: {buddy}.', [before]: '' });
  await ines.submit();
  await ines.until(() =>
    ines.view().texts.join('\n').includes('If only the name is known: in Frontdesk’s own words'),
  );
  await ines.closeAll();
  await ines.command('/newhire Ann Other ann@acme.example 2031-03-17');
  await ines.untilView('New hire');
  await ines.submitAndAgree();
  await ines.untilMessage('Ann Other joins on Mon, 17 March 2031', channels.hires);
  await ines.closeAll();
  await say(office, { [headline]: '' }, 'All messages are in Frontdesk’s own words.');
  await hired(office);
  expect(posted(office, 'Jane Doe joins on')).not.toEqual([]);
});
