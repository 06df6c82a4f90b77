import { expect } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { inWhole } from '../faults/trials.ts';
import { blindService } from './blind-service.ts';
import { channels, openOffice } from './office.ts';

const cleanup = useCleanup();

inWhole.each([
  ['Yes, it’s done', 1],
  ['No, send it again', 2],
] as const)(
  'asks a person when nobody can be found by address; after “%s” the service was asked %i times, and all is told once',
  async (button, creations) => {
    const service = await blindService(cleanup);
    const { seen } = service;
    const { bot, ines, sandbox } = await openOffice(cleanup, { service, clock: testClock({ speed: 60 }) });
    await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
    await ines.submit();
    await ines.untilMessage('is Jane Doe in it?');
    expect(seen.creations).toBe(1);
    await ines.closeAll();
    await ines.press(button);
    await ines.untilMessage('Jane Doe has been added');
    expect(seen.creations).toBe(creations);
    expect(await bot.ledger.list(1)).toMatchObject([{ state: 'done' }]);
    await expect.poll(() => sandbox.messages(channels.hires)).toHaveLength(1);
  },
  120_000,
);
