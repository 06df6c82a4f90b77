import { sql } from 'kysely';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import type { Database } from '../../src/database/open.ts';

interface Asked {
  kind: string;
  payload: object;
  manager?: string;
}

export async function fillYears(
  { db, kind: database }: Database<BotTables>,
  count: number,
  { kind, payload, manager = 'U0' }: Asked,
  until = new Date(),
): Promise<void> {
  const numbers =
    database === 'sqlite'
      ? sql`(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n)`
      : sql`(select i from generate_series(1, cast(${count} as integer)) as i)`;
  const at =
    database === 'sqlite'
      ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${until.toISOString()}, '-' || ((${count} - i) * 30) || ' minutes')`
      : sql`to_char(cast(${until.toISOString()} as timestamp) - ((${count} - i) * interval '30 minutes'), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const forgotten = sql`case when i < ${count} / 2 then ${at} end`;
  const context = JSON.stringify({ personName: 'Somebody', sequenceNames: [], viewId: 'V0' });
  const outcome = JSON.stringify({ kind: 'done', resultId: 1, confirmed: true });
  await sql`insert into requests
    (id, kind, subject, submission, requester, payload, context, outcome, state, attempts, awaits_view, due_at,
     created_at, ended_at, forgotten_at, revision, day, result_id)
    select 'R-' || i, cast(${kind} as text), 'person.' || (i - i % 10), 'F-old-' || i, case when i % 100 = 0 then cast(${manager} as text) else 'U' || (i % 100) end,
      cast(${JSON.stringify(payload)} as text), cast(${context} as text), cast(${outcome} as text),
      'done', 1, 0, ${at}, ${at}, ${at}, ${forgotten}, i % 10, substr(${at}, 1, 10), i
    from ${numbers} as numbers`.execute(db);
  await sql`insert into messages
    (key, metadata_id, request_id, purpose, recipient, name, about, state, doubtful, attempts, created_at, due_at)
    select 'R-' || i || ':requester', 'M-' || i, 'R-' || i, 'requester', '{"channel":"U1"}', 'trial', '{}', 'sent', 0, 1, ${at}, ${at}
    from ${numbers} as numbers where i > ${count} / 2`.execute(db);
  await sql`insert into audit_events (request_id, at, actor, what)
    select 'R-' || i, ${at}, 'frontdesk', 'done' from ${numbers} as numbers`.execute(db);
  await sql`insert into request_names (word, request_id)
    select 'somebody', id from requests where forgotten_at is null
    union all select 'nr' || substr(id, 3), id from requests where forgotten_at is null`.execute(db);
  await sql`insert into request_people (person, day, request_id)
    select 'user:' || requester, day, id from requests where forgotten_at is null`.execute(db);
  if (database === 'postgres') await sql`analyze`.execute(db);
}
