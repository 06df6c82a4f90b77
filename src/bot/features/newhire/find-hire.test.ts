import { expect, it } from 'vitest';
import { asIfDone } from '../../plan/plan.ts';
import type { HireRequest } from './request.ts';
import { findHire } from './request-type.ts';

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

const joan = { ...jane, name: 'Joan Roe' };
const added = { kind: 'ended', outcome: { kind: 'done', resultId: 12, confirmed: false } };
const isItThem = { kind: 'needs_review', question: { kind: 'isItThem', resultId: 12, name: 'Joan Roe' } };
const isItThere = { kind: 'needs_review', question: { kind: 'isItThere' } };

it.each<[string, Parameters<typeof find>, object]>([
  ['takes somebody of that name who came since for the one that was made', [jane, 11], added],
  ['takes whoever was there before for somebody else', [jane, 12], { outcome: { kind: 'rejected' } }],
  ['asks a person about somebody of another name who came since', [joan, 11], isItThem],
  ['asks a person when it is not known who was there before', [jane, null], { kind: 'needs_review' }],
  ['asks a person when the service lists no addresses', [undefined, 11, false], isItThere],
  ['says that it had no effect so far when nobody has the address', [undefined, 11], { kind: 'absent' }],
])('%s', async (_title, given, found) => {
  expect(await find(...given)).toMatchObject(found);
});
