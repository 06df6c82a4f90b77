import { type Migrations, sqlMigration } from '../../database/migrate.ts';
import type { DatabaseKind } from '../../database/open.ts';
import { schema } from './schema.ts';

/** Migrations of the service's tables. Never edit a released one: add another. */
export function migrationsFor(kind: DatabaseKind): Migrations {
  return { '001-service': sqlMigration(schema(kind)) };
}
