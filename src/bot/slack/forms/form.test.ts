import { expect, it } from 'vitest';
import { option } from '../views/view.ts';
import { selectField, textField } from './field.ts';
import { Form } from './form.ts';

interface Offered {
  list: { colours: string[] } | undefined;
  day: string;
}

function colourForm() {
  const table = {
    name: textField({ label: 'Name' }),
    colour: selectField<Offered>({
      label: 'Colour',
      entries: ({ list, day }) =>
        (list?.colours ?? ['none']).map((value) => option(`${value} ${day}`, value)),
    }),
  };
  return new Form<typeof table, Offered>('f', table);
}

const list = { colours: ['red', 'blue'] };
const offered: Offered = { list, day: 'Monday' };

it('makes an empty form once for as long as the same is offered', () => {
  const form = colourForm();
  expect(form.blocks({}, { ...offered })).toBe(form.blocks({}, offered));
});

it.each<[string, Offered]>([
  ['another list', { list: { colours: ['red', 'blue'] }, day: 'Monday' }],
  ['another day', { list, day: 'Tuesday' }],
  ['nothing', { list: undefined, day: 'Monday' }],
])('makes it anew where %s is offered', (_what, next) => {
  const form = colourForm();
  const before = form.blocks({}, offered);
  expect(form.blocks({}, next)).not.toBe(before);
  expect(form.blocks({}, next)).toEqual(colourForm().blocks({}, next));
});

it('shows nobody what somebody else’s form was filled in with', () => {
  const form = colourForm();
  const empty = structuredClone(form.blocks({}, offered));
  expect(JSON.stringify(form.blocks({ name: 'Jane', colour: 'red' }, offered))).toContain('Jane');
  expect(form.blocks({}, offered)).toEqual(empty);
});
