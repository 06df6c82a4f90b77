import { expect } from 'vitest';
import { testClock } from '../clock.ts';
import { blindService } from './blind-service.ts';
import { channels, inWhole } from './world.ts';

inWhole.for([
  ['Yes, it’s done', 1],
  ['No, send it again', 2],
] as const)(
  'asks a person when nobody can be found by address; after “%s” the service was asked %i times, and all is told once',
  async ([button, creations], { open }) => {
    const clock = testClock({ speed: 60 });
    const { bot, ines, sandbox, service } = await open({ service: blindService, clock });
    await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
    await ines.submit();
    await ines.untilMessage('is Jane Doe in it?');
    expect(service.seen.creations).toBe(1);
    await ines.closeAll();
    await ines.press(button);
    await ines.untilMessage('Jane Doe has been added');
    expect(service.seen.creations).toBe(creations);
    expect(await bot.ledger.list(1)).toMatchObject([{ state: 'done' }]);
    await expect.poll(() => sandbox.messages(channels.hires)).toHaveLength(1);
  },
);
