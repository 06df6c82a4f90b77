/** Imports of hires, and their rows. */
export const schemaOfImports = `
create table if not exists hire_imports (
  id text primary key,
  owner text not null,
  state text not null,
  version integer not null,
  content text not null,
  choices text not null,
  created_at text not null,
  ended_at text,
  told text,
  told_at text
);
create index if not exists hire_imports_open on hire_imports (created_at) where ended_at is null;

create table if not exists hire_import_rows (
  import_id text not null,
  number integer not null,
  state text not null,
  request text,
  request_id text,
  reasons text,
  claimed_until text,
  primary key (import_id, number)
);
`;
