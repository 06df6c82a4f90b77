import { newReference } from '../../../reference.ts';
import { enqueue } from '../outbox/enqueue.ts';
import type { Tx } from '../tables/ledger-database.ts';
import { isProposed, step } from '../tables/sql.ts';
import type { NewRequest, Request } from './request.ts';

/** A request that another source asks for. It is nobody's, and in no list of requests, until a person takes it. */
export interface NewProposal extends Pick<NewRequest, 'kind' | 'payload' | 'context'> {
  source: string;
  /** Identifies the proposal at its source. */
  key: string;
  /** The result, if it is in the service already: taking the proposal then sends nothing. */
  there?: { resultId: number; service: string };
}

/** Stores a proposal, and the message that asks about it. A repeat updates one that nobody has taken. */
export async function propose(tx: Tx, proposal: NewProposal): Promise<void> {
  const { kind, payload, context, source, key, there } = proposal;
  const id = newReference('R');
  const now = tx.now.toISOString();
  const said = {
    subject: tx.types.of(kind).subject(payload),
    payload: JSON.stringify(payload),
    context: JSON.stringify(context),
    result_id: there?.resultId ?? null,
    service: there?.service ?? null,
  };
  const row = await tx.db
    .insertInto('requests')
    .values({
      ...{
        id,
        kind,
        proposal: `${source} ${key}`,
        submission: id,
        requester: 'frontdesk',
        state: 'proposed',
      },
      ...{ attempts: 0, awaits_view: 0, revision: 0, created_at: now, due_at: now },
      ...said,
    })
    .onConflict((conflict) =>
      conflict.column('proposal').where('proposal', 'is not', null).doUpdateSet(said).where(isProposed),
    )
    .returningAll()
    .executeTakeFirst();
  if (row?.id !== id) return;
  await step(tx, id, 'frontdesk', 'proposed');
  await enqueue(tx, tx.words.proposed(tx.types.mustRead(row)));
}

/** Declines the proposals of a request that was submitted and completed without them. */
export async function replaceProposals(tx: Tx, { id, kind, subject }: Request): Promise<void> {
  const rows = await tx.db
    .updateTable('requests')
    .set({ dismissed_at: tx.now.toISOString() })
    .where(isProposed)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('dismissed_at', 'is', null)
    .returning('id')
    .execute();
  for (const row of rows) await step(tx, row.id, 'frontdesk', 'replaced', { by: id });
}
