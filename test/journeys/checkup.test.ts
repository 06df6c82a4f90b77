import { describe, expect } from 'vitest';
import { releasedService, type Service, writtenLog } from './office.ts';
import { begin, channels, inWhole, it, type Open, onPostgres, type World } from './world.ts';

const button = 'Check the connection';
const heading = 'daily check found';

async function press({ ines }: World<Service>): Promise<string> {
  await ines.pressInHome(button);
  return results({ ines });
}

async function results({ ines }: Pick<World, 'ines'>): Promise<string> {
  await ines.until(() => ines.views().at(-1)?.buttons.includes('Check again'));
  return ines.pageText();
}

it('shows HR in short what is wrong and what to do, looks again, and says no secret', async ({ open }) => {
  const office = await open({ service: releasedService });
  const { sandbox, ines, marcus, service } = office;
  const fine = await press(office);
  expect(fine).toContain('No problems found.');
  expect(fine).toContain(
    'All right: Encryption key, Disk space, Slack, Slack bot token, Requests from Slack',
  );
  service.spoilToken(service.token, 'not-admin');
  sandbox.changeChannel(channels.private, { isExtShared: true });
  await ines.pressUntil('Check again', '2 problems.');
  const shown = await results(office);
  expect(shown).toContain('Problem: Private HR channel');
  expect(shown).toContain('is or will be shared with another company');
  expect(shown).toContain('Problem: Token’s role');
  expect(shown).toContain('Create an administrator’s token there');
  expect(shown).toContain('Not checked: Lists');
  const sent = JSON.stringify(sandbox.calls().map(({ args }) => args));
  for (const secret of [service.token, sandbox.botToken, sandbox.appToken])
    expect(sent).not.toContain(secret);
  await marcus.visitHome();
  await marcus.open('Help');
  expect(marcus.view().buttons).not.toContain(button);
});

inWhole('ends with a sentence where Slack is busy and the service says nothing', async ({ open }) => {
  const office = await open({ service: releasedService });
  office.service.setLatency(60_000);
  office.sandbox.addFault({ target: 'conversations.info', kind: 'ratelimited', times: 5 });
  const shown = await press(office);
  expect(shown).toContain('The lists took more than 5 seconds.');
  expect(shown).toContain('Not checked: Channel C0NEWHIRES, Private HR channel, Admin token, Token’s role');
});

async function officeOn(open: Open, env: Record<string, string> = {}) {
  const { lines: logged, log } = writtenLog();
  const office = await open({ service: releasedService, at: begin, env, log });
  const { clock, service, rows } = office;
  const due = async () => String((await rows('checkups'))[0]?.due_at);
  // Stored once Slack has answered `auth.test`.
  await expect.poll(due).toBe('2031-03-04T09:00:00.000Z');
  const looks = () => office.sandbox.calls('auth.test').length;

  async function checked(day: string): Promise<void> {
    clock.moveTo(new Date(`${day}T09:15:00.000Z`));
    await expect
      .poll(async () => {
        clock.moveBy(60_000);
        return (await due()) > `${day}T23:00:00.000Z`;
      })
      .toBe(true);
  }
  return { clock, service, office, checked, looks, logged };
}

const reports = ({ posted }: Pick<World, 'posted'>) => posted(heading);

describe('once a day', () => {
  it('tells HR once of what newly fails, nothing of what is well again, and again of what fails anew', async ({
    open,
  }) => {
    const { service, office, checked } = await officeOn(open);
    await checked('2031-03-04');
    expect(reports(office)).toEqual([]);
    service.spoilToken(service.token, 'not-admin');
    await checked('2031-03-05');
    const told = await office.ines.untilMessage(heading, channels.private);
    expect(told.texts.join('\n')).toContain('Token’s role\nThe admin token isn’t an administrator’s.');
    expect(told.texts.join('\n')).toContain('Create an administrator’s token there');
    expect(JSON.stringify(told)).not.toContain(service.token);
    await checked('2031-03-06');
    service.allowToken(service.token);
    await checked('2031-03-07');
    expect(reports(office)).toEqual([`${channels.private}: The daily check found 1 new problem.`]);
    service.spoilToken(service.token, 'not-admin');
    await checked('2031-03-08');
    await expect.poll(() => reports(office)).toHaveLength(2);
  });

  inWhole('says nothing of a hiccup that is over ten minutes later', async ({ open }) => {
    const { clock, service, office, checked, looks, logged } = await officeOn(open);
    service.spoilToken(service.token, 'removed');
    clock.moveTo(new Date('2031-03-04T09:15:00.000Z'));
    await expect.poll(() => logged.join()).toContain('looks again before it tells of this');
    service.allowToken(service.token);
    await checked('2031-03-04');
    expect(looks()).toBe(3);
    await checked('2031-03-05');
    expect(reports(office)).toEqual([]);
  });

  inWhole(
    'tells of a channel as a message would that meets it, once, and not in that channel',
    async ({ open }) => {
      const { office, checked } = await officeOn(open);
      const { sandbox, ines } = office;
      sandbox.changeChannel(channels.private, { isExtShared: true });
      await checked('2031-03-04');
      const told = await ines.untilMessage('needs your help with one of its channels');
      expect(told.texts.join('\n')).toContain('Another company could read who is leaving');
      await checked('2031-03-05');
      expect(office.posted('needs your help').filter((line) => line.startsWith('U0INES'))).toHaveLength(1);
      expect(reports(office)).toEqual([]);
      expect(office.posted('needs your help').filter((line) => line.startsWith(channels.private))).toEqual(
        [],
      );
    },
  );
});

onPostgres('is made by one of two replicas, and told once', async ({ open, postgres }) => {
  const { service, office, checked, looks } = await officeOn(open, { DATABASE_URL: postgres });
  await office.start();
  const looksBefore = looks();
  service.spoilToken(service.token, 'not-admin');
  await checked('2031-03-04');
  await office.ines.untilMessage(heading, channels.private);
  await checked('2031-03-05');
  expect(reports(office)).toHaveLength(1);
  expect(looks() - looksBefore).toBe(3);
});
