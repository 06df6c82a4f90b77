import { type Migrations, sqlMigration } from '../../database/migrate.ts';
import type { DatabaseKind } from '../../database/open.ts';
import { schema } from './schema.ts';

export function migrationsFor(kind: DatabaseKind): Migrations {
  return { '001-service': sqlMigration(schema(kind)) };
}
