import { expect, it } from 'vitest';
import { asIfDone } from '../../plan/as-if-done.ts';
import { findHire } from './find-hire.ts';
import type { HireRequest } from './request.ts';

const jane = { id: 12, name: 'Jane  DOE', email: 'jane@acme.example', role: null };

function request(baseline: number | null): HireRequest {
  const payload = { first_name: 'Jane', last_name: 'Doe', email: 'jane@acme.example', role: 0 };
  const context = { personName: 'Jane Doe', sequenceNames: [], viewId: 'V1' };
  const made = asIfDone({ kind: 'newhire', requester: 'U1', payload, context, day: null }, new Date(0));
  return { ...made, state: 'outcome_unknown', outcome: null, baseline };
}

function find(person: typeof jane | undefined, baseline: number | null, tellsAddresses = true) {
  return findHire(request(baseline), { lookUp: async () => ({ person, tellsAddresses }) });
}

it('takes somebody of that name who came since for the one that was made', async () => {
  expect(await find(jane, 11)).toEqual({
    kind: 'ended',
    outcome: { kind: 'done', resultId: 12, confirmed: false },
  });
});

it('takes whoever was there before for somebody else, whatever the name', async () => {
  expect(await find(jane, 12)).toMatchObject({ kind: 'ended', outcome: { kind: 'rejected' } });
});

it('asks a person about somebody of another name who came since', async () => {
  const question = { kind: 'isItThem', resultId: 12, name: 'Joan Roe' };
  expect(await find({ ...jane, name: 'Joan Roe' }, 11)).toEqual({ kind: 'needs_review', question });
});

it('asks a person when it is not known who was there before', async () => {
  expect(await find(jane, null)).toMatchObject({ kind: 'needs_review' });
});

it('asks a person when the service lists no addresses', async () => {
  expect(await find(undefined, 11, false)).toEqual({ kind: 'needs_review', question: { kind: 'isItThere' } });
});

it('says that it had no effect so far when nobody has the address', async () => {
  expect(await find(undefined, 11)).toEqual({ kind: 'absent' });
});
