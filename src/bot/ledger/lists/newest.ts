import { sql } from 'kysely';

/** Whether nothing newer of its kind was carried out for the same person: then it is what counts. */
export const isNewest = sql<boolean>`not exists (
  select 1 from requests newer where newer.state = 'done' and newer.kind = requests.kind
  and newer.subject = requests.subject and newer.subject <> '' and newer.revision > requests.revision)`;
