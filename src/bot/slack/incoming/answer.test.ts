import { expect, it } from 'vitest';
import { noticeView, overForm } from './answer.ts';
import type { OpenView } from './arrival.ts';

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

const over = { response_action: 'push', view: notice };
const atField = { response_action: 'errors', errors: { email: 'Wait a minute.' } };

it.each<[string, number, object[], object]>([
  ['over a form', 0, [field], over],
  ['over a form that has a window below it', 1, [field], over],
  ['at the first field where Slack shows no more windows', 2, [{ type: 'section' }, field], atField],
  ['in the place of a page that has no field', 2, [], { response_action: 'update', view: notice }],
])('says it %s, so that nothing typed is lost', (_where, below, blocks, answer) => {
  expect(overForm(form(below, blocks), notice, 'Wait a minute.')).toEqual(answer);
});
