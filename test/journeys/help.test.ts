import { expect } from 'vitest';
import { channels, releasedService } from './office.ts';
import { inOneOffice, it, modes } from './world.ts';

const inOne = inOneOffice();

inOne.for([
  ['/frontdesk', '/newhire* adds a new hire'],
  ['/frontdesk help', '/offboard* starts an offboarding'],
  ['/frontdesk settings', 'and press *Settings*'],
  ['/frontdesk setup', 'press *Settings*, then *Setup*'],
  ['/frontdesk status', 'No requests are pending.'],
  ['/frontdesk <fetch> it', 'doesn’t understand “&lt;fetch&gt; it”'],
  ['/newhire frobnicate', 'I couldn’t use “frobnicate”'],
  ['/newhire help', 'jane@acme.com 2026-12-01* fills it in.'],
  ['/offboard help', 'fills in the person'],
])('answers “%s” privately', async ([command = '', sentence = ''], { office: { ines, sofia } }) => {
  const answers = () => ines.messages(channels.general);
  const before = answers().length;
  await ines.command(command, { channel: channels.general });
  const answer = await ines.until(() => answers()[before]);
  expect(answer).toMatchObject({ isEphemeral: true, mentions: [] });
  expect([answer.text, ...answer.texts].join('\n')).toContain(sentence);
  expect(sofia.messages(channels.general)).toEqual([]);
  expect(ines.views()).toEqual([]);
});

inOne.for(['empty', 'not json'] as const)(
  'is content with an answer that arrived, where Slack’s own answer is %s',
  async (kind, { office: { ines, sandbox } }) => {
    const answers = () => ines.messages(channels.general);
    const before = answers().length;
    sandbox.addFault({ target: 'response_url', kind, when: 'after' });
    await ines.command('/newhire help', { channel: channels.general });
    await ines.until(() => answers()[before]?.text.includes('opens the new-hire form'));
    await ines.command('/offboard help', { channel: channels.general });
    await ines.until(() => answers()[before + 1]?.text.includes('fills in the person'));
    expect(answers()).toHaveLength(before + 2);
  },
);

inOne.for(['/frontdesk', '/frontdesk help', '/frontdesk status', '/frontdesk settings', '/frontdesk what'])(
  'answers “%s” of a guest and of somebody without access with the refusal alone',
  async (command, { office: { sofia, robin } }) => {
    for (const [person, refusal] of [
      [sofia, 'don’t have access'],
      [robin, 'only for full members'],
    ] as const) {
      const before = person.directMessages().length;
      await person.command(command);
      const answer = await person.until(() => person.directMessages()[before]);
      expect(answer.text).toContain(refusal);
      expect(answer.text).not.toMatch(/newhire|offboard|pending|employees/);
      const atHome = person === sofia ? 'Need access? Ask' : refusal;
      await person.visitHome(atHome);
      expect(person.home()).toMatchObject({ buttons: [], texts: [expect.stringContaining(atHome)] });
    }
  },
);

it.for(modes)('in %s mode, offers a manager nothing that only HR can do', async (mode, { open }) => {
  const { ines, marcus } = await open({ mode });
  const general = { channel: channels.general };
  await marcus.visitHome();
  await marcus.open('Help');
  const atHome = marcus.view().texts;
  expect(atHome.join()).toContain('More: */offboard help*');
  for (const words of ['', ' help', ' status', ' settings', ' nonsense'])
    await marcus.command(`/frontdesk${words}`, general);
  await marcus.untilMessage('doesn’t understand “nonsense”', channels.general);
  const said = marcus.messages(channels.general).map(({ text }) => text);
  expect(said).toHaveLength(5);
  for (const text of [...said, ...atHome])
    expect(text).not.toMatch(/newhire|frontdesk settings|draft|App Home:/);
  expect(said.join('\n')).toContain('Only HR can change settings.');
  expect(said.join('\n')).toContain('You have no pending requests.');
  await ines.openSettings('More: */newhire help*');
});

it('tells a manager in the status how many of their own requests are pending, and HR of all', async ({
  open,
}) => {
  const { ines, marcus, leila, service } = await open({ service: releasedService });
  const general = { channel: channels.general };
  service.spoilToken(service.token, 'removed');
  await marcus.fillIn('/offboard', { Employee: 'Sofia Lindqvist', 'Last day': '2999-01-31' });
  await marcus.send('Request saved');
  for (const person of [ines, marcus, leila]) await person.command('/frontdesk status', general);
  await ines.untilMessage('1 request is pending.', channels.general);
  await marcus.untilMessage('You have 1 pending request.', channels.general);
  await leila.untilMessage('You have no pending requests.', channels.general);
});
