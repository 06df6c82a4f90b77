import type { Handle } from '../tables/write.ts';

/** Records who decided. Does nothing for a request without an approval or with an earlier decision. */
export async function noteDecision(tx: Handle, id: string, decision: string, by: string): Promise<void> {
  await tx
    .updateTable('approvals')
    .set({ decision, decided_by: by })
    .where('request_id', '=', id)
    .where('decision', 'is', null)
    .execute();
}
