import { z } from 'zod';
import type { RequestRow } from '../tables/schema.ts';
import type { Handle } from '../tables/write.ts';
import { type Request, StoredRequest } from './request.ts';
import type { LedgerRequestType } from './request-type.ts';

export type RequestTypes = ReturnType<typeof createRequestTypes>;

class UnknownKind extends Error {
  override name = 'UnknownKind';
}

export function createRequestTypes(types: readonly LedgerRequestType[]) {
  const byKind = new Map(types.map((type) => [type.kind, type]));

  /** @throws UnknownKind if no type has this kind, which is a programming error */
  function of(kind: string): LedgerRequestType {
    const type = byKind.get(kind);
    if (!type) throw new UnknownKind(`Nobody defines requests of kind ${kind}.`);
    return type;
  }

  /** Parses a stored row. @throws if it is invalid or its details were deleted */
  function mustRead(row: RequestRow): Request {
    const { payload, context } = of(row.kind);
    return {
      ...StoredRequest.parse(columnsOf(row)),
      kind: row.kind,
      payload: payload.parse(JSON.parse(row.payload)),
      context: context.parse(JSON.parse(row.context)),
    };
  }

  /** Parses a stored row; undefined if it is damaged or from an incompatible version. */
  function read(row: RequestRow): Request | undefined {
    try {
      return mustRead(row);
    } catch (error) {
      const isOfTheRow = error instanceof z.ZodError || error instanceof SyntaxError;
      if (isOfTheRow || error instanceof UnknownKind) return undefined;
      throw error;
    }
  }

  const bounding = (which: 'start' | 'end') =>
    types.filter(({ bounds }) => bounds === which).map(({ kind }) => kind);

  return { of, mustRead, read, bounding };
}

function columnsOf(row: RequestRow): object {
  return {
    ...row,
    outcome: row.outcome === null ? null : JSON.parse(row.outcome),
    question: row.question === null ? null : JSON.parse(row.question),
    lastError: row.last_error,
    outcomeUnknownAt: row.outcome_unknown_at,
    cancelBy: row.cancel_by,
    idempotencyKey: row.idempotency_key,
    keySentAt: row.key_sent_at,
    keyPromisedBy: row.key_promised_by,
    createdAt: row.created_at,
    calledOffAt: row.called_off_at,
    endedDay: row.ended_day,
    missingSince: row.missing_since,
    keptBy: row.kept_by,
    dismissedAt: row.dismissed_at,
  };
}

/**
 * Reads a request and, on PostgreSQL, locks its row until the transaction ends. @returns undefined if it doesn't
 * exist, its details were deleted, or it can't be read
 */
export async function readLocked(tx: Handle, types: RequestTypes, id: string): Promise<Request | undefined> {
  const row = await tx
    .updateTable('requests')
    .set({ id })
    .where('id', '=', id)
    .where('forgotten_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && types.read(row);
}
