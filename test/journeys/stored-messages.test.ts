import { expect } from 'vitest';
import { it } from './world.ts';

it('stores nobody’s name in a message', async ({ open }) => {
  const { marcus, hire, rows } = await open();
  await hire({ fields: { Manager: 'Marcus Oyelaran' } });
  await marcus.untilMessage('Jane Doe joins');
  const stored = await rows('messages');
  expect(stored.length).toBeGreaterThan(2);
  // References and hashes can spell a name by chance, in capitals or mixed case; match only regular spellings.
  const readable = stored.map((row) => ({ ...row, metadata_id: '' }));
  expect(JSON.stringify(readable)).not.toMatch(/jane|doe|oyelaran|Jane|Doe|Oyelaran/);
});
