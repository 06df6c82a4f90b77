import { endpointAt } from '../../src/service/http/endpoints.ts';
import { describeEndpoint } from '../../src/service/http/openapi.ts';
import { type Problem, refuseIfAny } from '../../src/service/refusal.ts';
import { messages } from '../../src/service/validation/messages.ts';
import {
  newHireFields,
  newUserFields,
  offboardingFields,
  type ValidatedFields,
  validateFields,
} from '../../src/service/validation/request-fields.ts';
import { type ReleasedPerson, type ReleasedSequence, releasedPerson } from './released-data.ts';
import type { Release } from './released-deployment.ts';

interface Parts {
  people: ReleasedPerson[];
  sequences: ReleasedSequence[];
  release: Release;
}

/** Answered with an error page. */
class ServerError extends Error {}

const organization = { timezone: 'Europe/Amsterdam', language: 'en' };

/** Released deployments accept a missing role in validation, and a null start day. */
const releasedUserFields = {
  ...newUserFields,
  role: newUserFields.role.optional(),
  start_day: newUserFields.start_day.nullable(),
};
type NewUser = ValidatedFields<typeof releasedUserFields>['values'];

/** In-memory model of a released deployment's endpoints. */
export class ReleasedApi {
  readonly people: ReleasedPerson[];
  readonly #sequences: ReleasedSequence[];
  readonly #release: Release;

  constructor({ people, sequences, release }: Parts) {
    this.people = people;
    this.#sequences = sequences;
    this.#release = release;
  }

  answer(method: string, path: string, body: unknown): unknown {
    if (method === 'OPTIONS') return this.#describe(path);
    if (path === '/api/employees/') {
      return this.people.map(({ id, first_name, last_name, email }) => ({
        id,
        first_name,
        last_name,
        email,
      }));
    }
    if (path === '/api/sequences/') return this.#sequences.map(({ id, name }) => ({ id, name }));
    if (path === '/api/offboarding/') return this.#offboard(body);
    return this.#create(path, body);
  }

  /** Like ours, except that the role isn't listed as required, though it is. */
  #describe(path: string): unknown {
    const endpoint = endpointAt(path);
    if (!endpoint) return null;
    return JSON.parse(JSON.stringify(describeEndpoint(endpoint)), (key, value) =>
      key === 'role' ? { ...value, required: false } : value,
    );
  }

  #create(path: string, body: unknown): unknown {
    const older = path === '/api/newhires/';
    const { values, problem } = older
      ? validateFields({ ...newHireFields, start_day: releasedUserFields.start_day }, body)
      : validateFields(releasedUserFields, body);
    refuseIfAny({ ...problem, ...this.#unknown(values, writtenAddress(body)) });
    // The older endpoint makes administrators (released deployments up to v2.0.31).
    const role = older ? 1 : (values as NewUser).role;
    if (role === undefined) throw new ServerError('KeyError: role');
    if (this.people.some(({ email }) => email === values.email)) throw new ServerError('IntegrityError');
    const created = this.#store(values, role);
    if (role === 0 && created.start_day === null) throw new ServerError('TypeError after the save');
    if (role === 3 && this.#release === 'v2.0.32') throw new ServerError('UnboundLocalError after the save');
    const { id: _, termination_date: __, sequences: ___, ...shown } = created;
    return shown;
  }

  #store(values: NewUser, role: number): ReleasedPerson {
    const { sequences, start_day, ...given } = values;
    const today = new Date().toISOString().slice(0, 10);
    const person = releasedPerson(
      {
        ...organization,
        ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
        email: values.email ?? '',
        role,
        start_day: start_day === undefined ? (role === 0 ? today : null) : start_day,
        sequences: role === 0 ? (sequences ?? []) : [],
      },
      Math.max(0, ...this.people.map(({ id }) => id)) + 1,
    );
    this.people.push(person);
    return person;
  }

  /** @param address as it was written: this check of the address knows case, the database's does not */
  #unknown({ buddy, manager, sequences }: NewUser, address: string): Problem {
    const known = new Set(this.people.map(({ id }) => id));
    const problem: Problem = {};
    if (this.people.some((person) => person.email === address)) problem.email = [messages.emailTaken];
    if (typeof buddy === 'number' && !known.has(buddy)) problem.buddy = [messages.unknownId(buddy)];
    if (typeof manager === 'number' && !known.has(manager)) problem.manager = [messages.unknownId(manager)];
    if (sequences && !this.#areSequences(sequences)) problem.sequences = [messages.badSequences];
    return problem;
  }

  #offboard(body: unknown): null {
    const { values, problem } = validateFields(offboardingFields, body);
    const { user, termination_date: day, sequences } = values;
    const all: Problem = { ...problem };
    if (day && day < new Date().toISOString().slice(0, 10)) all.termination_date = [messages.pastDay];
    const leaver = this.people.find(({ id, role }) => id === user && role !== 1);
    if (user !== undefined && !leaver) all.user = [messages.unknownId(user)];
    if (sequences && !this.#areSequences(sequences, 'offboarding')) all.sequences = [messages.badSequences];
    refuseIfAny(all);
    if (leaver && day) {
      leaver.termination_date = day;
      leaver.sequences = sequences ?? [];
    }
    return null;
  }

  #areSequences(ids: number[], kind?: ReleasedSequence['kind']): boolean {
    const fitting = this.#sequences.filter((sequence) => kind === undefined || sequence.kind === kind);
    return (
      new Set(ids).size === ids.length && ids.every((id) => fitting.some((sequence) => sequence.id === id))
    );
  }
}

function writtenAddress(body: unknown): string {
  const written = typeof body === 'object' && body && 'email' in body ? body.email : '';
  return String(written).trim();
}
