import { z } from 'zod';
import type { RequestRow } from '../tables/schema.ts';
import { type Request, StoredRequest } from './request.ts';
import type { LedgerRequestType } from './request-type.ts';

/** The kinds of request that this version knows, and how their rows are read. */
export interface RequestTypes {
  /** @throws when no type has this kind, which is a mistake in the program */
  of(kind: string): LedgerRequestType;
  /** Reads a stored row; undefined where it was damaged, or written by a version that knows more or less than this one. */
  read(row: RequestRow): Request | undefined;
  /** Reads a stored row; throws where the row is not one of ours, or its details were dropped. */
  mustRead(row: RequestRow): Request;
}

class UnknownKind extends Error {
  override name = 'UnknownKind';
}

export function createRequestTypes(types: readonly LedgerRequestType[]): RequestTypes {
  const byKind = new Map(types.map((type) => [type.kind, type]));

  function of(kind: string): LedgerRequestType {
    const type = byKind.get(kind);
    if (!type) throw new UnknownKind(`Nobody defines requests of kind ${kind}.`);
    return type;
  }

  function mustRead(row: RequestRow): Request {
    const { kind } = row;
    const { payload, context } = of(kind);
    return {
      ...StoredRequest.parse(columnsOf(row)),
      kind,
      payload: payload.parse(JSON.parse(row.payload)),
      context: context.parse(JSON.parse(row.context)),
    };
  }

  function read(row: RequestRow): Request | undefined {
    try {
      return mustRead(row);
    } catch (error) {
      const isOfTheRow = error instanceof z.ZodError || error instanceof SyntaxError;
      if (isOfTheRow || error instanceof UnknownKind) return undefined;
      throw error;
    }
  }

  return { of, mustRead, read };
}

function columnsOf(row: RequestRow): object {
  return {
    ...row,
    outcome: row.outcome === null ? null : JSON.parse(row.outcome),
    question: row.question === null ? null : JSON.parse(row.question),
    baseline: row.baseline,
    lastError: row.last_error,
    outcomeUnknownAt: row.outcome_unknown_at,
    cancelBy: row.cancel_by,
    idempotencyKey: row.idempotency_key,
    keySentAt: row.key_sent_at,
    keyPromisedBy: row.key_promised_by,
    createdAt: row.created_at,
  };
}
