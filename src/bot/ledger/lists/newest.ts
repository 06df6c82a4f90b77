import { sql } from 'kysely';

/** SQL condition: no later request of this kind was completed for the same person, so this one counts. */
export const isNewest = sql<boolean>`not exists (
  select 1 from requests newer where newer.state = 'done' and newer.kind = requests.kind
  and newer.subject = requests.subject and newer.subject <> '' and newer.revision > requests.revision)`;
