import type { ModalView } from '@slack/types';
import { WebAPIPlatformError } from '@slack/web-api';
import { expect, it } from 'vitest';
import { plain } from './blocks.ts';
import { orSimpler } from './open-view.ts';
import { input } from './view.ts';

it.each(['Jane', 'W'.repeat(190), '👩‍🚀'.repeat(38), 'عمر'.repeat(60)])(
  'shows an empty form with “%.20s” as text when Slack refuses the filled one',
  async (name) => {
    const filled: ModalView = {
      type: 'modal',
      title: plain('New hire'),
      blocks: [
        input({ id: 'name', label: 'Name', element: { type: 'plain_text_input', initial_value: name } }),
        input({ id: 'day', label: 'Day', element: { type: 'datepicker', initial_date: '2031-12-01' } }),
      ],
    };
    const shown: ModalView[] = [];
    await orSimpler(filled, async (view) => {
      shown.push(view);
      if (view === filled) throw new WebAPIPlatformError({ ok: false, error: 'invalid_arguments' });
    });
    const [, simpler] = shown;
    const fields = JSON.stringify(simpler?.blocks.filter(({ type }) => type === 'input'));
    expect([shown.length, fields.includes('initial_')]).toEqual([2, false]);
    expect(JSON.stringify(simpler)).toContain(`Name: ${name}`);
    expect(JSON.stringify(simpler)).toContain('Day: 2031-12-01');
  },
);
