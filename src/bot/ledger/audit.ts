import type { Database } from '../../database/open.ts';
import { fold } from '../onboarding/search.ts';
import type { LedgerTables } from './schema.ts';

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
  /** The request's reference. */
  request: string;
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
  /** Codes and ids, as JSON; empty where there is nothing to add. */
  detail: string;
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

/** Every step of every request that fits, oldest first, a page at a time. */
export async function* auditLines(
  { db }: Database<LedgerTables>,
  filter: AuditFilter,
): AsyncGenerator<AuditLine> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('steps')
      .innerJoin('requests', 'requests.id', 'steps.request_id')
      .select(['steps.id', 'steps.at', 'steps.request_id', 'steps.actor', 'steps.what', 'steps.detail'])
      .select(['requests.kind', 'requests.subject', 'requests.requester', 'requests.context'])
      .where('steps.id', '>', last)
      .$if(filter.since !== undefined, (query) =>
        query.where('steps.at', '>=', filter.since?.toISOString() ?? ''),
      )
      .$if(filter.until !== undefined, (query) =>
        query.where('steps.at', '<', filter.until?.toISOString() ?? ''),
      )
      .$if(filter.kind !== undefined, (query) => query.where('requests.kind', '=', filter.kind ?? ''))
      .orderBy('steps.id')
      .limit(pageSize)
      .execute();
    for (const { id, request_id, context, detail, ...row } of rows) {
      last = id;
      const line = { ...row, request: request_id, name: nameIn(context), detail: detail ?? '' };
      if (filter.person === undefined || isAbout(line, filter.person.trim())) yield line;
    }
    if (rows.length < pageSize) return;
  }
}

/**
 * Exactly the subject, the requester or whoever did it, or any part of the name, whatever its case and accents: not
 * asked of the database, since SQLite knows the case of ASCII alone.
 */
function isAbout({ subject, requester, actor, name }: AuditLine, person: string): boolean {
  const isSame = [subject, requester, actor].some((one) => one.toLowerCase() === person.toLowerCase());
  return isSame || fold(name).includes(fold(person));
}

function nameIn(context: string): string {
  const { personName } = JSON.parse(context) as { personName?: unknown };
  return typeof personName === 'string' ? personName : '';
}
