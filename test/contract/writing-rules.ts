import { strict as assert } from 'node:assert';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { CreatedHire } from '../../src/contract/new-hire.ts';
import { paths } from '../../src/contract/paths.ts';
import { type Api, employees, problemIn, sequences } from './api.ts';
import type { Rule } from './rules.ts';

/** Somebody nobody else is: these rules leave people behind on the server. */
function somebody() {
  const email = `contract.${randomBytes(6).toString('hex')}@example.com`;
  return { first_name: 'Contract', last_name: 'Check', email, role: 0 };
}

async function create(api: Api, body: object, path: string = paths.users) {
  const answer = await api.post(path, body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return {
    created: CreatedHire.parse(answer.body),
    fields: z.record(z.string(), z.unknown()).parse(answer.body),
  };
}

async function idOf(api: Api, email: string): Promise<number> {
  const found = (await employees(api)).filter((person) => person.email === email);
  assert.equal(found.length, 1, `${email} stands once in the employee list`);
  return found[0]?.id ?? 0;
}

/** Rules that leave a few people behind on the server. */
export const writingRules: Rule[] = [
  {
    title: 'creates a new hire from names, role and address, and lists it at once',
    section: '2.1, 4',
    check: async (api) => {
      const body = somebody();
      await create(api, body);
      await idOf(api, body.email);
    },
  },
  {
    title: 'gives back the id of the created object, the one that stands in the list',
    section: '2.1',
    check: async (api) => {
      const body = somebody();
      const { created } = await create(api, body);
      assert.equal(created.id, await idOf(api, body.email));
    },
  },
  {
    title: 'gives back every field as it was sent',
    section: '2.1',
    check: async (api) => {
      const [person] = await employees(api);
      const body = {
        ...somebody(),
        phone: '+351 21 000',
        position: 'Engineer “Zoë”',
        language: 'en',
        message: 'Hello',
        start_day: '2999-12-30',
        buddy: person?.id,
        manager: person?.id,
        timezone: 'Europe/Lisbon',
      };
      const { fields } = await create(api, body);
      for (const [name, value] of Object.entries(body)) assert.deepEqual(fields[name], value, name);
    },
  },
  {
    title: 'takes the day of the request for a start day that is left out',
    section: '2.1',
    check: async (api) => {
      const { created } = await create(api, somebody());
      const distance = Math.abs(Date.parse(created.start_day ?? '') - Date.now());
      assert.ok(distance < 2 * 24 * 3600 * 1000, `start_day is ${created.start_day}`);
    },
  },
  {
    title: 'takes the time zone of the organization for one that is left out',
    section: '2.1',
    check: async (api) => {
      const { created } = await create(api, somebody());
      assert.ok(created.timezone);
    },
  },
  {
    title: 'assigns listed sequences',
    section: '2.1, 4 rule 4',
    check: async (api) => {
      const ids = (await sequences(api)).map(({ id }) => id).slice(0, 2);
      await create(api, { ...somebody(), sequences: ids });
    },
  },
  {
    title: 'creates people of role 3',
    section: '2.2',
    check: async (api) => {
      const { fields } = await create(api, { ...somebody(), role: 3 });
      assert.equal(fields.role, 3);
    },
  },
  {
    title: 'refuses an address that somebody has',
    section: '2.1',
    check: async (api) => {
      const body = somebody();
      await create(api, body);
      assert.ok('email' in problemIn(await api.post(paths.users, body)));
    },
  },
  {
    title: 'starts an offboarding, and takes it again',
    section: '2.5, 4 rule 5',
    check: async (api) => {
      const body = somebody();
      await create(api, body);
      const leaving = { user: await idOf(api, body.email), termination_date: '2999-12-31', sequences: [] };
      for (let times = 0; times < 2; times += 1) {
        const { status } = await api.post(paths.offboarding, leaving);
        assert.ok(status >= 200 && status < 300, `status ${status}`);
      }
    },
  },
  {
    title: 'makes new hires on the older endpoint where it stands beside the newer one',
    section: '4 rule 2, 9',
    check: async (api) => {
      // Alone, the older endpoint of released deployments makes administrators: it is left alone there.
      const [older, newer] = [await api.options(paths.newHires), await api.options(paths.users)];
      if (older.status !== 200 || newer.status !== 200) return;
      const { role: _, ...body } = somebody();
      const { fields } = await create(api, body, paths.newHires);
      assert.equal(fields.role, 0);
    },
  },
];
