import type { Handle } from '../tables/write.ts';

/** Keeps who decided about a request that had to be approved: of every other one there is nothing to keep. */
export async function noteDecision(tx: Handle, id: string, decision: string, by: string): Promise<void> {
  await tx
    .updateTable('approvals')
    .set({ decision, decided_by: by })
    .where('request_id', '=', id)
    .where('decision', 'is', null)
    .execute();
}
