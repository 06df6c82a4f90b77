import { strict as assert } from 'node:assert';
import { paths } from '../../src/contract/paths.ts';
import { type Api, employees, problemIn, sequences } from './api.ts';

/** One sentence of the specification, and how to see whether a server keeps it. */
export interface Rule {
  title: string;
  /** The section of the specification. */
  section: string;
  /** Throws an AssertionError, or whatever reading an answer throws, when the server does not keep it. */
  check(api: Api): Promise<void>;
}

/** A body that is refused on every server, since the first name is missing: what else is wrong is named with it. */
const incomplete = { last_name: 'Contract', email: 'contract.check@example.com', role: 0 };

const noSuchId = 2_000_000_000;

/** Rules that can be checked without changing anything on the server. */
export const readingRules: Rule[] = [
  {
    title: 'lists employees, each with an integer id',
    section: '2.3, 4',
    check: async (api) => {
      const list = await employees(api);
      assert.ok(list.length > 0, 'the owner of the token is an employee');
      assert.equal(new Set(list.map(({ id }) => id)).size, list.length);
    },
  },
  {
    title: 'lists sequences, each with an integer id',
    section: '2.4, 4',
    check: async (api) => {
      const ids = (await sequences(api)).map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
    },
  },
  ...[paths.employees, paths.sequences].map((path) => ({
    title: `gives ${path} to nobody without a token, with a wrong one, or with a session cookie`,
    section: '5.2, 5.3',
    check: async (api: Api) => {
      for (const headers of [
        {},
        { authorization: `Token ${'0'.repeat(40)}` },
        { authorization: 'Bearer x' },
        { cookie: 'sessionid=abc' },
      ] as Record<string, string>[]) {
        const { status } = await api.get(path, headers);
        assert.equal(status, 401, `status ${status} instead of 401`);
      }
    },
  })),
  {
    title: 'requires first name, last name and address of a new user',
    section: '4, rule 1',
    check: async (api) => {
      const problem = problemIn(await api.post(paths.users, { role: 0 }));
      for (const field of ['first_name', 'last_name', 'email']) assert.ok(field in problem, field);
    },
  },
  ...(
    [
      ['an unknown role', { role: 99 }, 'role'],
      ['no e-mail address', { email: 'nobody' }, 'email'],
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
    check: async (api: Api) => {
      const problem = problemIn(await api.post(paths.users, { ...incomplete, ...fields }));
      assert.ok(field in problem, `errors stand at ${Object.keys(problem).join(', ')}`);
    },
  })),
  {
    title: 'accepts the id of every employee and every sequence it lists, in a new user',
    section: '2.3, 2.4, 4 rules 3 and 4',
    check: async (api) => {
      const person = (await employees(api)).at(-1);
      const ids = (await sequences(api)).map(({ id }) => id);
      const body = { ...incomplete, buddy: person?.id, manager: person?.id, sequences: ids };
      assert.deepEqual(Object.keys(problemIn(await api.post(paths.users, body))), ['first_name']);
    },
  },
  {
    title: 'refuses an unknown person and a day that is no day at their fields, in an offboarding',
    section: '2.5, 4 rule 5',
    check: async (api) => {
      const problem = problemIn(
        await api.post(paths.offboarding, {
          user: noSuchId,
          termination_date: '2030-02-30',
          sequences: [noSuchId],
        }),
      );
      assert.deepEqual(Object.keys(problem).sort(), ['sequences', 'termination_date', 'user']);
    },
  },
  {
    title: 'refuses onboarding sequences in an offboarding, and says the same where it tells the kind',
    section: '2.5',
    check: async (api) => {
      for (const { id, kind } of await sequences(api)) {
        const refused = 'sequences' in problemIn(await api.post(paths.offboarding, { sequences: [id] }));
        if (kind) assert.equal(refused, kind === 'onboarding', `sequence ${id}`);
      }
    },
  },
];
