import { strict as assert } from 'node:assert';
import { z } from 'zod';
import { paths } from '../../src/contract/paths.ts';
import { type Api, employees, problemIn, sequences } from './api.ts';
import { Deviation } from './findings.ts';

export type Weight = 'note' | 'limit' | 'problem';

export interface Meaning {
  weight: Weight;
  sentence: string;
}

/** Endpoint that not every release has. */
export type Need = 'users' | 'offboarding';

export interface Rule {
  title: string;
  /** Section of the specification; empty for Frontdesk's own wishes. */
  section: string;
  needs: readonly Need[];
  meaning: Meaning;
  /** Throws a Deviation, an AssertionError or a parsing error when the server breaks the rule. */
  check(api: Api): Promise<void>;
}

export function note(sentence: string): Meaning {
  return { weight: 'note', sentence };
}

export function limit(sentence: string): Meaning {
  return { weight: 'limit', sentence };
}

export function problem(sentence: string): Meaning {
  return { weight: 'problem', sentence };
}

/** Body refused by every server, since the first name is missing. Other errors are reported with it. */
const incomplete = { last_name: 'Contract', email: 'contract.check@example.com', role: 0 };

const noSuchId = 2_000_000_000;

export const readingRules: Rule[] = [
  {
    title: 'lists employees, each with an integer id',
    section: '2.3, 4',
    needs: [],
    meaning: problem(
      'The employees can’t be read: nobody can be chosen in the forms, and Frontdesk can’t look up whether somebody was added.',
    ),
    check: async (api) => {
      const list = await employees(api);
      assert.ok(list.length > 0, 'an empty list');
      assert.equal(
        new Set(list.map(({ id }) => id)).size,
        list.length,
        'an id that stands in the list twice',
      );
    },
  },
  {
    title: 'lists sequences, each with an integer id',
    section: '2.4, 4',
    needs: [],
    meaning: problem('The sequences can’t be read, so Frontdesk can’t fill its forms.'),
    check: async (api) => {
      const ids = (await sequences(api)).map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length, 'an id that stands in the list twice');
    },
  },
  ...[paths.employees, paths.sequences].map((path) => ({
    title: `gives ${path} to nobody without a token, with a wrong one, or with a session cookie`,
    section: '5.2, 5.3',
    needs: [],
    meaning: limit(
      'A wrong token isn’t answered with 401, so Frontdesk can’t tell you when its token stops working.',
    ),
    check: async (api: Api) => {
      for (const headers of [
        {},
        { authorization: `Token ${'0'.repeat(40)}` },
        { authorization: 'Bearer x' },
        { cookie: 'sessionid=abc' },
      ] as Record<string, string>[]) {
        const { status } = await api.get(path, headers);
        if (status < 300)
          throw new Deviation(
            problem(`Anyone can read ${path} without a valid token. Fix that before you connect Frontdesk.`),
          );
        assert.equal(status, 401, `status ${status} instead of 401`);
      }
    },
  })),
  {
    title: 'requires first name, last name and address of a new user',
    section: '4, rule 1',
    needs: ['users'],
    meaning: limit(
      'A missing field isn’t named in the answer, so people can’t see in the form what to correct.',
    ),
    check: async (api) => {
      const errors = problemIn(await api.post(paths.users, { role: 0 }));
      for (const field of ['first_name', 'last_name', 'email'])
        assert.ok(field in errors, `no error at ${field}`);
    },
  },
  ...(
    [
      ['an unknown role', { role: 99 }, 'role'],
      ['a malformed email address', { email: 'nobody' }, 'email'],
      ['an unknown buddy', { buddy: noSuchId }, 'buddy'],
      ['an unknown manager', { manager: noSuchId }, 'manager'],
      ['a start day that is no day', { start_day: '2030-02-30' }, 'start_day'],
      ['an unknown time zone', { timezone: 'Mars/Base' }, 'timezone'],
      ['an unknown language', { language: 'xx' }, 'language'],
      ['an unknown sequence', { sequences: [noSuchId] }, 'sequences'],
    ] as const
  ).map(([what, fields, field]) => ({
    title: `refuses ${what} at its field`,
    section: '2.1, 2.2',
    needs: ['users'] as const,
    meaning: limit(`When a form has ${what}, people can’t see at the field what to correct.`),
    check: async (api: Api) => {
      const errors = problemIn(await api.post(paths.users, { ...incomplete, ...fields }));
      assert.ok(field in errors, `errors only at ${Object.keys(errors).join(', ')}`);
    },
  })),
  {
    title: 'accepts the id of every employee and every sequence it lists, in a new user',
    section: '2.3, 2.4, 4 rules 3 and 4',
    needs: ['users'],
    meaning: limit(
      'Some people or sequences that the server lists are refused in a new hire, so choosing them in the form fails.',
    ),
    check: async (api) => {
      const person = (await employees(api)).at(-1);
      const ids = (await sequences(api)).map(({ id }) => id);
      const body = { ...incomplete, buddy: person?.id, manager: person?.id, sequences: ids };
      const refused = Object.keys(problemIn(await api.post(paths.users, body)));
      const wrong = refused.filter((field) => field !== 'first_name');
      assert.ok(wrong.length === 0, `errors at ${wrong.join(', ')}`);
    },
  },
  {
    title: 'refuses an unknown person and a day that is no day at their fields, in an offboarding',
    section: '2.5, 4 rule 5',
    needs: ['offboarding'],
    meaning: limit(
      'A wrong field of an offboarding isn’t named in the answer, so people can’t see what to correct.',
    ),
    check: async (api) => {
      const errors = problemIn(
        await api.post(paths.offboarding, {
          user: noSuchId,
          termination_date: '2030-02-30',
          sequences: [noSuchId],
        }),
      );
      for (const field of ['sequences', 'termination_date', 'user'])
        assert.ok(field in errors, `no error at ${field}`);
    },
  },
  {
    title: 'refuses onboarding sequences in an offboarding, and says the same where it tells the kind',
    section: '2.5',
    needs: ['offboarding'],
    meaning: limit(
      'Frontdesk can’t tell offboarding sequences from onboarding ones here: an admin can sort them in App Home.',
    ),
    check: async (api) => {
      for (const { id, kind } of await sequences(api)) {
        const refused = 'sequences' in problemIn(await api.post(paths.offboarding, { sequences: [id] }));
        if (kind) assert.equal(refused, kind === 'onboarding', `sequence ${id} is treated as the other kind`);
      }
    },
  },
  {
    title: 'promises that a repeat with the same Idempotency-Key changes nothing',
    section: '',
    needs: [],
    meaning: note(
      'The server doesn’t promise that repeats are safe (Idempotency-Key): when the answer to an offboarding is lost, Frontdesk asks a person instead of sending it again.',
    ),
    check: async (api) => {
      const { body } = await api.get('/api/schema/');
      const { success, data } = Described.safeParse(body);
      for (const path of [paths.users, paths.offboarding]) {
        const parameters = success ? (data.paths[path]?.post?.parameters ?? []) : [];
        assert.ok(
          parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key'),
          `no such promise for ${path}`,
        );
      }
    },
  },
];

/** Part of an OpenAPI description that names the headers of a POST. */
const Described = z.object({
  paths: z.record(
    z.string(),
    z.object({
      post: z.object({ parameters: z.array(z.object({ name: z.string() })).default([]) }).optional(),
    }),
  ),
});
