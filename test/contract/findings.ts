import { AssertionError } from 'node:assert';
import { z } from 'zod';
import { Accepted, type Api } from './api.ts';
import type { Meaning, Rule } from './rules.ts';

/** What came of checking a rule. */
export type Finding =
  | { kind: 'kept' }
  /** @property seen what the server did, where that says more */
  | { kind: 'deviation'; meaning: Meaning; seen?: string }
  /** The connection broke or the answer did not come. */
  | { kind: 'notChecked'; why: string };

/** A deviation that means something else than the rule's usual one. */
export class Deviation extends Error {
  override name = 'Deviation';
  readonly meaning: Meaning;

  constructor(meaning: Meaning) {
    super(meaning.sentence);
    this.meaning = meaning;
  }
}

/** Checks one rule. @throws Accepted: nothing may be asked after that */
export async function findingOf({ check, meaning }: Rule, api: Api): Promise<Finding> {
  try {
    await check(api);
    return { kind: 'kept' };
  } catch (error) {
    if (error instanceof Accepted) throw error;
    if (error instanceof Deviation) return { kind: 'deviation', meaning: error.meaning };
    if (error instanceof z.ZodError)
      return { kind: 'deviation', meaning, seen: 'an answer that is not of this API' };
    if (error instanceof AssertionError)
      // What `assert` adds by itself compares values, which says nothing to whoever runs the server.
      return { kind: 'deviation', meaning, ...(!error.generatedMessage && { seen: firstLine(error) }) };
    return { kind: 'notChecked', why: sentenceOf(error) };
  }
}

function firstLine({ message }: Error): string {
  return message.split('\n', 1)[0] ?? '';
}

/** What went wrong on the way to the server, as the system says it. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return sentenceOf(error.cause);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
