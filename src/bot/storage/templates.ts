import type { Kysely } from 'kysely';
import { type Database, transactAgain } from '../../database/open.ts';
import { findRow, integer, key, putRow, type TablesOf, table, text } from '../../database/table.ts';
import { parsedJson } from '../../json.ts';
import { fold } from '../../language.ts';
import { type ChangeTables, noteChange } from '../ledger/audit/audit-changes.ts';

export const templateTables = {
  templates: table({
    id: key,
    name: text,
    content: text,
    /** Optimistic lock: incremented by each change. */
    version: integer,
    set_by: text,
    set_at: text,
  }),
};
type TemplateTables = TablesOf<typeof templateTables>;
type TemplateRow = TemplateTables['templates'];

export type Template = ReturnType<typeof toTemplate>;

/** Maximum number of templates; limited by the space of a view and a menu. */
export const mostTemplates = 50;

/** Length in characters: as many as a button shows. */
export const longestTemplateName = 40;

type Saved =
  | { kind: 'saved' }
  | { kind: 'full' }
  | { kind: 'nameTaken' }
  /** Changed or deleted by someone else since it was read. */
  | { kind: 'changed'; now: Template | undefined };

type Handle = Kysely<TemplateTables & ChangeTables>;

interface TemplateChange {
  id: string;
  seen: number;
  by: string;
}

export type Templates = ReturnType<typeof createTemplates>;

export function createTemplates({ db }: Database<TemplateTables & ChangeTables>, now: () => Date) {
  let current: readonly Template[] = [];

  async function load(): Promise<readonly Template[]> {
    current = (await readAll(db)).toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
    return current;
  }

  async function change<Result>(work: (tx: Handle) => Promise<Result>): Promise<Result> {
    const result = await transactAgain(db, work);
    await load();
    return result;
  }

  return {
    current: () => current,
    load,
    async find(id: string): Promise<Template | undefined> {
      const row = await findRow(db, 'templates', { id });
      return row && toTemplate(row);
    },
    /** Saves a template. Repeating the same save succeeds without a change. */
    save({ id, seen, by }: TemplateChange, name: string, content: object): Promise<Saved> {
      const row = { name, content: JSON.stringify(content), version: seen + 1 };
      return change(async (tx) => {
        const all = await readAll(tx);
        const before = all.find((one) => one.id === id);
        if (before && isSame(before, row)) return { kind: 'saved' };
        if (seen !== (before?.version ?? 0)) return { kind: 'changed', now: before };
        if (!before && all.length >= mostTemplates) return { kind: 'full' };
        if (all.some((one) => one.id !== id && fold(one.name) === fold(name))) return { kind: 'nameTaken' };
        await putRow(tx, 'templates', { id }, { ...row, set_by: by, set_at: now().toISOString() });
        await note(tx, 'template saved', id, by);
        return { kind: 'saved' };
      });
    },
    /** @returns whether it is deleted; false if it was changed since it was read */
    remove({ id, seen, by }: TemplateChange): Promise<boolean> {
      return change(async (tx) => {
        const one = await findRow(tx, 'templates', { id });
        if (!one) return true;
        if (one.version !== seen) return false;
        await tx.deleteFrom('templates').where('id', '=', id).execute();
        await note(tx, 'template deleted', id, by);
        return true;
      });
    },
  };

  /** Without name and content, since both may be about people. */
  async function note(tx: Handle, what: string, template: string, actor: string): Promise<void> {
    await noteChange(tx, { kind: 'settings', actor, what, detail: { template } }, now());
  }
}

async function readAll(handle: Handle): Promise<Template[]> {
  const rows = await handle.selectFrom('templates').selectAll().limit(mostTemplates).execute();
  return rows.map(toTemplate);
}

function isSame(
  before: Template,
  { name, content, version }: Pick<TemplateRow, 'name' | 'content' | 'version'>,
): boolean {
  return before.version === version && before.name === name && JSON.stringify(before.content) === content;
}

/** A damaged row becomes an empty template, so that the list still works. */
function toTemplate({ id, name, content, version }: TemplateRow) {
  return { id, name, content: parsedJson(content), version };
}
