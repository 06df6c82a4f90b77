import { integer, key, table, tableWith, text, textOrNull } from '../../database/table.ts';

// Apart from the stores that use them: commands with these tables needn't load Slack's packages.

export const accessChangeTables = {
  access_changes: table({ subject: key, version: text, changed_at: text }),
};

export const setupMarkTables = {
  setup_marks: tableWith(
    { key: ['subject', 'mark'] },
    {
      subject: text,
      mark: text,
      set_by: text,
      set_at: text,
    },
  ),
};

export const sequenceKindTables = {
  sequence_kinds: tableWith(
    { key: ['service', 'sequence_id'] },
    {
      /** The service's address; ids are only unique within a service. */
      service: text,
      sequence_id: integer,
      name: text,
      kind: text,
      /** `frontdesk` if the service told the kind, else the Slack user who chose it. */
      set_by: text,
      set_at: text,
      /** When the service last listed it, accurate to a day; null in old rows. */
      seen_at: textOrNull,
    },
  ),
};
