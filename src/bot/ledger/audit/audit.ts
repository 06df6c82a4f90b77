import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../../database/open.ts';
import { fold } from '../../fold.ts';
import { parseJson } from '../tables/parse-json.ts';
import type { LedgerTables } from '../tables/schema.ts';
import type { ChangeTables } from './audit-changes.ts';

/** Which part of the audit log is wanted; what is absent does not matter. */
export interface AuditFilter {
  /** Instants; the first one included, the last one not. */
  since?: Date;
  until?: Date;
  /** Whom it was about or by: an address, an employee's id, a name, or a Slack user id. */
  person?: string;
  kind?: string;
}

/** One line of the audit log. */
export interface AuditLine {
  at: string;
  /** The request's reference; empty where a setting was changed. */
  request: string;
  /** `newhire`, `offboarding`; or what was changed: `access`, `connection`, `settings`. */
  kind: string;
  /** Whom it is about: a hire's address, a leaver's id; empty after the details were dropped. */
  subject: string;
  /** The person's name; empty after the details were dropped. */
  name: string;
  /** The Slack user who handed it in. */
  requester: string;
  /** Who did this: a Slack user, or `frontdesk`. */
  actor: string;
  what: string;
  /** Codes and ids; null where there is nothing to add. */
  detail: object | null;
}

/** The columns, in their order. */
export const auditColumns = [
  'at',
  'request',
  'kind',
  'subject',
  'name',
  'requester',
  'actor',
  'what',
  'detail',
] as const satisfies readonly (keyof AuditLine)[];

const pageSize = 1_000;

const Details = z.looseObject({});
const Named = z.object({ personName: z.string() });

type Tables = LedgerTables & ChangeTables;

/** Every step of every request and every change of a setting that fits, oldest first, read a page at a time. */
export async function* auditLines({ db }: Database<Tables>, filter: AuditFilter): AsyncGenerator<AuditLine> {
  const fits = (line: AuditLine) => filter.person === undefined || isAbout(line, filter.person.trim());
  for await (const line of inOrder(steps(db, filter), changes(db, filter))) if (fits(line)) yield line;
}

/** Two logs as one: each has its own order, which stays. */
async function* inOrder(
  one: AsyncGenerator<AuditLine>,
  other: AsyncGenerator<AuditLine>,
): AsyncGenerator<AuditLine> {
  let [first, second] = [await one.next(), await other.next()];
  while (!(first.done && second.done)) {
    if (!first.done && (second.done || first.value.at <= second.value.at)) {
      yield first.value;
      first = await one.next();
    } else if (!second.done) {
      yield second.value;
      second = await other.next();
    }
  }
}

async function* steps(db: Kysely<Tables>, filter: AuditFilter): AsyncGenerator<AuditLine> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('audit_events')
      .innerJoin('requests', 'requests.id', 'audit_events.request_id')
      .selectAll('audit_events')
      .select(['requests.kind', 'requests.subject', 'requests.requester', 'requests.context'])
      .where('audit_events.id', '>', last)
      .where('audit_events.at', '>=', from(filter))
      .where('audit_events.at', '<', until(filter))
      .$if(filter.kind !== undefined, (query) => query.where('requests.kind', '=', filter.kind ?? ''))
      .orderBy('audit_events.id')
      .limit(pageSize)
      .execute();
    for (const { id, request_id, context, detail, ...row } of rows) {
      last = id;
      yield { ...row, request: request_id, name: nameIn(context), detail: parsed(detail) };
    }
    if (rows.length < pageSize) return;
  }
}

async function* changes(db: Kysely<Tables>, filter: AuditFilter): AsyncGenerator<AuditLine> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('audit_changes')
      .selectAll()
      .where('id', '>', last)
      .where('at', '>=', from(filter))
      .where('at', '<', until(filter))
      .$if(filter.kind !== undefined, (query) => query.where('kind', '=', filter.kind ?? ''))
      .orderBy('id')
      .limit(pageSize)
      .execute();
    for (const { id, detail, ...row } of rows) {
      last = id;
      yield { ...row, request: '', subject: '', name: '', requester: '', detail: parsed(detail) };
    }
    if (rows.length < pageSize) return;
  }
}

function from({ since }: AuditFilter): string {
  return since?.toISOString() ?? '';
}

/** Behind every instant, as text too. */
function until({ until: end }: AuditFilter): string {
  return end?.toISOString() ?? '~';
}

function parsed(detail: string | null): object | null {
  return detail === null ? null : (Details.safeParse(parseJson(detail)).data ?? null);
}

/**
 * Exactly the subject, the requester or whoever did it, any part of the name, whatever its case and accents, or
 * somebody whose access was changed: not asked of the database, since SQLite knows the case of ASCII alone.
 */
function isAbout({ subject, requester, actor, name, kind, detail }: AuditLine, person: string): boolean {
  const isSame = [subject, requester, actor].some((one) => one.toLowerCase() === person.toLowerCase());
  if (isSame || fold(name).includes(fold(person))) return true;
  return kind === 'access' && JSON.stringify(detail).includes(JSON.stringify(person.toUpperCase()));
}

function nameIn(context: string): string {
  return Named.safeParse(parseJson(context)).data?.personName ?? '';
}
