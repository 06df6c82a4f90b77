import { isViolation } from '../../database/violation.ts';
import type { Clock } from '../../time/clock.ts';
import { dayIn } from '../../time/dates.ts';
import type { RepeatKey } from '../idempotency/idempotency-key.ts';
import { AlreadyDone } from '../idempotency/idempotent-writes.ts';
import type { Effect } from '../idempotency/stored-responses.ts';
import { Refusal } from '../refusal.ts';
import type { TemplateLookup } from '../sequences/sequence-templates.ts';
import { groupCommit } from '../storage/group-commit.ts';
import type { Versions } from '../storage/list-versions.ts';
import type { Storage } from '../storage/tables.ts';
import { sequenceAssigner } from '../timeline/timeline-tasks.ts';
import { messages } from '../validation/messages.ts';
import { type CheckedUser, type CreationEndpoint, checkNewUser } from './check-new-user.ts';
import { insertPeople, type NewPersonRow } from './insert-people.ts';

/** Defaults of new users. */
export interface Organization {
  timezone: string;
  language: string;
}

/**
 * Creates a user and assigns the sequences, all or nothing (specification, sections 2.1 and 4). The answer is the
 * created object: every field of the request, filled in, with `id` and `sequences`. Throws a Refusal 400 with all
 * wrong fields; AlreadyDone when a request with the same key was first.
 */
export type CreateUser = (
  endpoint: CreationEndpoint,
  body: unknown,
  versions: Versions,
  key?: RepeatKey | null,
) => Promise<Effect>;

/** Returns the function that creates users in one database. */
export function userCreator(
  { db, kind }: Storage,
  clock: Clock,
  findTemplates: TemplateLookup,
  organization: Organization,
): CreateUser {
  const assign = sequenceAssigner(kind);
  const insert = groupCommit((people: NewPersonRow[]) => insertPeople(db, people, assign, clock.now()));

  async function create({ user, templates }: CheckedUser, key: RepeatKey | null): Promise<Effect> {
    const now = clock.now();
    const { sequences = [], ...sent } = user;
    const start_day = sent.start_day ?? dayIn(organization.timezone, now);
    // Given fields come first, in the order of the fields; defaults follow.
    const person = { ...sent, ...absent, ...organization, ...sent, start_day };
    const stored = await insert({
      row: { ...person, created_at: now.toISOString() },
      templates,
      key,
      body: (id) => JSON.stringify({ id, ...person, sequences }),
    });
    if (stored === null) throw new Refusal(400, { email: [messages.emailTaken] });
    if (stored === 'repeated') throw new AlreadyDone();
    return stored;
  }

  return async (endpoint, body, versions, key = null) => {
    const checked = () => checkNewUser(db, (ids) => findTemplates(ids, versions), endpoint, body);
    try {
      return await create(await checked(), key);
    } catch (error) {
      // A buddy or a sequence was removed after the check: checking again names the field.
      if (!isViolation(error)) throw error;
      await checked();
      throw error;
    }
  };
}

const absent = {
  phone: '',
  position: '',
  message: '',
  linkedin: '',
  facebook: '',
  twitter: '',
  buddy: null,
  manager: null,
};
