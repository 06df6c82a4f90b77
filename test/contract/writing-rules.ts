import { strict as assert } from 'node:assert';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { CreatedHire } from '../../src/contract/new-hire.ts';
import { paths } from '../../src/contract/paths.ts';
import { type Api, employees, problemIn, sequences } from './api.ts';
import { limit, note, problem, type Rule } from './rules.ts';

/** Unique person: these rules leave people behind on the server. */
function somebody() {
  const email = `contract.${randomBytes(6).toString('hex')}@example.com`;
  return { first_name: 'Contract', last_name: 'Check', email, role: 0 };
}

async function create(api: Api, body: object, path: string = paths.users) {
  const answer = await api.post(path, body);
  assert.equal(answer.status, 201, `status ${answer.status} instead of 201`);
  return {
    created: CreatedHire.parse(answer.body),
    fields: z.record(z.string(), z.unknown()).parse(answer.body),
  };
}

async function idOf(api: Api, email: string): Promise<number> {
  const found = (await employees(api)).filter((person) => person.email === email);
  assert.equal(found.length, 1, `a new person who stands ${found.length} times in the list of employees`);
  return found[0]?.id ?? 0;
}

export const writingRules: Rule[] = [
  {
    title: 'creates a new hire from names, role and address, and lists it at once',
    section: '2.1, 4',
    needs: ['users'],
    meaning: problem(
      'A new hire can’t be added, or isn’t in the list of employees at once: Frontdesk couldn’t tell whether somebody was added.',
    ),
    check: async (api) => {
      const body = somebody();
      await create(api, body);
      await idOf(api, body.email);
    },
  },
  {
    title: 'gives back the id of the created object, the one that stands in the list',
    section: '2.1',
    needs: ['users'],
    meaning: note('No id in the answer: Frontdesk looks the person up by their email address.'),
    check: async (api) => {
      const body = somebody();
      const { created } = await create(api, body);
      const listed = await idOf(api, body.email);
      assert.ok(created.id !== undefined, 'no id');
      assert.equal(created.id, listed, 'another id than in the list of employees');
    },
  },
  {
    title: 'gives back every field as it was sent',
    section: '2.1',
    needs: ['users'],
    meaning: limit('The server changes or drops some fields of a new hire.'),
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
      for (const [name, value] of Object.entries(body))
        assert.deepEqual(fields[name], value, `another ${name}`);
    },
  },
  {
    title: 'takes the day of the request for a start day that is left out',
    section: '2.1',
    needs: ['users'],
    meaning: limit('A start day that is left empty doesn’t become today, as the form says it does.'),
    check: async (api) => {
      const { created } = await create(api, somebody());
      const distance = Math.abs(Date.parse(created.start_day ?? '') - Date.now());
      assert.ok(distance < 2 * 24 * 3600 * 1000, `the start day ${created.start_day ?? 'left empty'}`);
    },
  },
  {
    title: 'takes the time zone of the organization for one that is left out',
    section: '2.1',
    needs: ['users'],
    meaning: limit(
      'A time zone that is left empty doesn’t become the organization’s, as the form says it does.',
    ),
    check: async (api) => {
      const { created } = await create(api, somebody());
      assert.ok(created.timezone, 'no time zone');
    },
  },
  {
    title: 'assigns listed sequences',
    section: '2.1, 4 rule 4',
    needs: ['users'],
    meaning: limit('New hires with sequences are refused.'),
    check: async (api) => {
      const ids = (await sequences(api)).map(({ id }) => id).slice(0, 2);
      await create(api, { ...somebody(), sequences: ids });
    },
  },
  {
    title: 'creates people of role 3',
    section: '2.2',
    needs: ['users'],
    meaning: limit(
      'Adding somebody with the role Other ends in a server error, though the person may have been added; Frontdesk looks them up. ChiefOnboarding 2.4.1 or newer does it right.',
    ),
    check: async (api) => {
      const { fields } = await create(api, { ...somebody(), role: 3 });
      assert.equal(fields.role, 3, `role ${JSON.stringify(fields.role)}`);
    },
  },
  {
    title: 'refuses an address that somebody has',
    section: '2.1',
    needs: ['users'],
    meaning: limit(
      'The server takes the same email address twice, so it doesn’t stop somebody from being added twice.',
    ),
    check: async (api) => {
      const body = somebody();
      await create(api, body);
      const again = await api.post(paths.users, body);
      assert.equal(again.status, 400, `status ${again.status} instead of 400`);
      assert.ok('email' in problemIn(again), 'no error at email');
    },
  },
  {
    title: 'starts an offboarding, and takes it again',
    section: '2.5, 4 rule 5',
    needs: ['users', 'offboarding'],
    meaning: limit('Offboardings can’t be started.'),
    check: async (api) => {
      const body = somebody();
      await create(api, body);
      const leaving = { user: await idOf(api, body.email), termination_date: '2999-12-31', sequences: [] };
      for (let times = 0; times < 2; times += 1) {
        const { status } = await api.post(paths.offboarding, leaving);
        assert.ok(status >= 200 && status < 300, `status ${status} instead of 200`);
      }
    },
  },
  {
    title: 'makes new hires on the older endpoint where it stands beside the newer one',
    section: '4 rule 2, 9',
    needs: ['users'],
    meaning: note(
      'The old endpoint (/api/newhires/) makes something else than new hires. Frontdesk doesn’t use it.',
    ),
    check: async (api) => {
      // When only the older endpoint exists it makes administrators, so skip it.
      const [older, newer] = [await api.options(paths.newHires), await api.options(paths.users)];
      if (older.status !== 200 || newer.status !== 200) return;
      const { role: _, ...body } = somebody();
      const { fields } = await create(api, body, paths.newHires);
      assert.equal(fields.role, 0, `role ${JSON.stringify(fields.role)}`);
    },
  },
];
