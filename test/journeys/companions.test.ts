import { expect, it } from 'vitest';
import { demoPeople } from '../../src/service/demo/demo-people.ts';
import { useCleanup } from '../cleanup.ts';
import { inWhole } from '../faults/trials.ts';
import { begin, officeAt, posted, startDay } from './moved-office.ts';
import { channels, type Office, openOffice, ourService, serverThat } from './office.ts';

const cleanup = useCleanup();

async function openForm({ ines }: Office, manager: string) {
  await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.untilView('New hire');
  await ines.fill({ Manager: manager });
}

function messagesSaying({ ines }: Office, sentence: string): number {
  return ines.directMessages().filter(({ text, texts }) => [text, ...texts].join('\n').includes(sentence))
    .length;
}

/** A person of the demo company who isn't in its Slack. */
const outside = demoPeople.find(({ email }) => email.startsWith('tomas')) ?? demoPeople.at(-1);
const outsideName = `${outside?.first_name} ${outside?.last_name}`;

/** Holds back the service's list of employees until `letGo`. */
async function slowToList(service: { url: string }) {
  const gate = Promise.withResolvers<void>();
  const url = await serverThat(cleanup, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      if (request.url?.includes('employees')) await gate.promise;
      const { method = 'GET', headers } = request;
      const answer = await fetch(`${service.url}${request.url}`, {
        method,
        headers: {
          authorization: headers.authorization ?? '',
          'content-type': headers['content-type'] ?? 'application/json',
          ...(headers['idempotency-key'] && { 'idempotency-key': String(headers['idempotency-key']) }),
        },
        ...(method !== 'GET' && { body: Buffer.concat(chunks) }),
      });
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      response.end(await answer.text());
    });
  });
  return { url, letGo: () => gate.resolve() };
}

inWhole(
  'tells the manager also when the form reaches a process that has not read the employees yet',
  async () => {
    const service = await ourService(cleanup);
    const office = await openOffice(cleanup, { service });
    await openForm(office, 'Marcus Oyelaran');
    await office.bot.stop();
    const slow = await slowToList(service);
    Object.assign(office.environment, { ONBOARDING_URL: slow.url });
    const second = await office.start();
    await second.connected;
    await office.ines.submit();
    slow.letGo();
    await office.marcus.untilMessage('Jane Doe joins on Tue, 1 January 2999, with you as manager.');
  },
);

it('says in the result and in the message who could not be notified, and why', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup) });
  const { ines } = office;
  await openForm(office, outsideName);
  await ines.submitAndAgree();
  const { texts } = await ines.untilView('New hire added');
  const sentence = `${outsideName} (manager) wasn’t notified: nobody in Slack has their email address.`;
  expect(texts.join('\n')).toContain(sentence);
  expect(texts.join('\n')).not.toContain('notifying');
  await ines.untilMessage('Jane Doe has been added.');
  expect(messagesSaying(office, sentence)).toBe(1);
  expect(ines.directMessages().find(({ texts }) => texts.includes(sentence))?.texts).toContain(
    'Jane Doe has been added.',
  );
});

it('promises nothing that it does not know, and tells the requester when it turns out otherwise', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup), speed: 8 });
  const { ines, sandbox } = office;
  await openForm(office, outsideName);
  sandbox.addFault({ target: 'users.lookupByEmail', kind: 'ratelimited', times: 2, milliseconds: 16_000 });
  await ines.submit();
  const { texts } = await ines.untilView('New hire added');
  expect(texts.join('\n')).toContain('If that doesn’t work, you’ll get a message.');
  await ines.untilMessage(`${outsideName} (manager) wasn’t notified`);
  expect(messagesSaying(office, 'wasn’t notified')).toBe(1);
  expect(messagesSaying(office, 'Jane Doe has been added.')).toBe(1);
});

it('lists nobody as a reader who can’t be reached, and says so once', async () => {
  const { office } = await officeAt(cleanup, begin);
  const { ines } = office;
  const listed = () =>
    ines
      .view()
      .texts.join('\n')
      .split('\n')
      .filter((line) => line.includes(outsideName));
  const sentence = `${outsideName} (manager) won’t be notified: nobody in Slack has their email address.`;
  await ines.command(`/newhire Jane Doe jane@acme.example ${startDay}`);
  await ines.untilView('New hire');
  await ines.fill({ Manager: outsideName, Buddy: 'Sofia Lindqvist' });
  await ines.press('What will happen');
  await ines.untilView('What will happen');
  expect(listed()).toEqual([sentence]);
  expect(ines.view().texts.join('\n')).toContain('Right away · Notice: Sofia Lindqvist (buddy)\n');
  expect(ines.view().texts.join('\n')).not.toContain('First week');
  await ines.press('Rehearse');
  await ines.untilMessage('Rehearsal: Jane Doe starts today');
  await office.sandbox.settled();
  const rehearsed = ines.directMessages().filter(({ text }) => text.startsWith('Rehearsal: '));
  expect(rehearsed.length).toBeGreaterThan(4);
  expect(
    rehearsed.filter(({ texts }) => texts.join().includes(outsideName) && texts.join().includes('(manager)')),
  ).toEqual([]);
  await ines.close();
  await ines.submit();
  await ines.untilView('Check and add');
  expect(listed()).toEqual([sentence]);
  await ines.submit();
  await ines.untilView('New hire added');
  await ines.closeAll();
  await office.sofia.untilMessage('with you as buddy');
  await ines.untilMessage('Jane Doe joins', channels.hires);
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Details'));
  await ines.press('Details');
  await ines.untilView('Request');
  await ines.until(() => listed().some((line) => line.includes('not sent')));
  expect(listed().filter((line) => line.includes('planned'))).toEqual([]);
  const rehearsals = posted(office, 'Rehearsal: ').length;
  await ines.press('Rehearse');
  await ines.until(() => posted(office, 'Rehearsal: ').length > rehearsals);
  await office.sandbox.settled();
  expect(posted(office, 'Rehearsal: ').slice(rehearsals).join('\n')).not.toContain('with you as manager');
});
