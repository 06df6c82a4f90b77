import { type Migrations, sqlMigration } from '../../database/migrate.ts';
import type { DatabaseKind } from '../../database/open.ts';
import { schema } from './schema.ts';

/** What makes the service's tables. Never edit one that was released: add one. */
export function migrationsFor(kind: DatabaseKind): Migrations {
  return { '001-service': sqlMigration(schema(kind)) };
}
