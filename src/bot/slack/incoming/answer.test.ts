import { expect, it } from 'vitest';
import { noticeView, overForm } from './answer.ts';
import type { OpenView } from './origin.ts';

const notice = noticeView('Try again in a minute', 'Wait a minute.');

/** Modal with `below` others beneath it. */
function form(below: number, blocks: object[]): OpenView {
  const previous = ['V1', 'V2'][below - 1];
  const view = {
    id: 'V3',
    root_view_id: below === 0 ? 'V3' : 'V1',
    previous_view_id: previous ?? null,
    blocks,
  };
  return view as unknown as OpenView;
}
const field = { type: 'input', block_id: 'email' };

it.each([0, 1])('says it over a form that has %i windows below it', (below) => {
  expect(overForm(form(below, [field]), notice, 'Wait a minute.')).toEqual({
    response_action: 'push',
    view: notice,
  });
});

it('says it at the first field where Slack shows no more windows, so that nothing typed is lost', () => {
  const text = { type: 'section', block_id: 'text' };
  expect(overForm(form(2, [text, field]), notice, 'Wait a minute.')).toEqual({
    response_action: 'errors',
    errors: { email: 'Wait a minute.' },
  });
});

it('says it in the place of a page that has no field', () => {
  expect(overForm(form(2, []), notice, 'Wait a minute.')).toEqual({
    response_action: 'update',
    view: notice,
  });
});
