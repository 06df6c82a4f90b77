import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../../database/open.ts';
import { parsedJson } from '../../../json.ts';
import { fold } from '../../../language.ts';
import type { LedgerTables } from '../tables/schema.ts';
import type { ChangeTables } from './audit-changes.ts';

/** Filter of the audit log. An absent member matches everything. */
export interface AuditFilter {
  since?: Date;
  until?: Date;
  /** Matches subjects and actors: an email address, an employee id, a part of a name, or a Slack user id. */
  person?: string;
  kind?: string;
}

export const auditColumns = [
  'at',
  'request',
  // `newhire`, `offboarding`, or the kind of change, e.g. `access`, `connection`, `settings`.
  'kind',
  'subject',
  'name',
  'requester',
  'actor',
  'what',
  'detail',
] as const;

/** `detail` has codes and ids; null if there are none. */
export type AuditLine = Record<Exclude<(typeof auditColumns)[number], 'detail'>, string> & {
  detail: object | null;
};

const pageSize = 1_000;

const Details = z.looseObject({});
const Named = z.object({ personName: z.string() });

type Tables = LedgerTables & ChangeTables;

/** Request steps and changes that match the filter, oldest first. Read in pages, so memory use stays constant. */
export async function* auditLines({ db }: Database<Tables>, filter: AuditFilter): AsyncGenerator<AuditLine> {
  const fits = (line: AuditLine) => filter.person === undefined || isAbout(line, filter.person.trim());
  for await (const line of inOrder(steps(db, filter), changes(db, filter))) if (fits(line)) yield line;
}

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
  const { from, until } = range(filter);
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('audit_events')
      .innerJoin('requests', 'requests.id', 'audit_events.request_id')
      .selectAll('audit_events')
      .select(['requests.kind', 'requests.subject', 'requests.requester', 'requests.context'])
      .where('audit_events.id', '>', last)
      .where('audit_events.at', '>=', from)
      .where('audit_events.at', '<', until)
      .$if(filter.kind !== undefined, (query) => query.where('requests.kind', '=', filter.kind ?? ''))
      .orderBy('audit_events.id')
      .limit(pageSize)
      .execute();
    for (const { id, request_id, context, detail, ...row } of rows) {
      last = id;
      const name = Named.safeParse(parsedJson(context)).data?.personName ?? '';
      yield { ...row, request: request_id, name, detail: parsed(detail) };
    }
    if (rows.length < pageSize) return;
  }
}

async function* changes(db: Kysely<Tables>, filter: AuditFilter): AsyncGenerator<AuditLine> {
  const { from, until } = range(filter);
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('audit_changes')
      .selectAll()
      .where('id', '>', last)
      .where('at', '>=', from)
      .where('at', '<', until)
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

/** Without an end, `~` sorts after every ISO 8601 timestamp. */
function range({ since, until }: AuditFilter) {
  return { from: since?.toISOString() ?? '', until: until?.toISOString() ?? '~' };
}

function parsed(detail: string | null): object | null {
  return detail === null ? null : (Details.safeParse(parsedJson(detail)).data ?? null);
}

/**
 * Matches the exact subject, requester or actor, a part of the name (ignoring case and accents), or the person whose
 * access changed. Not done in SQL, since SQLite folds the case of ASCII letters only.
 */
function isAbout({ subject, requester, actor, name, kind, detail }: AuditLine, person: string): boolean {
  const isSame = [subject, requester, actor].some((one) => one.toLowerCase() === person.toLowerCase());
  if (isSame || fold(name).includes(fold(person))) return true;
  return kind === 'access' && JSON.stringify(detail).includes(JSON.stringify(person.toUpperCase()));
}
