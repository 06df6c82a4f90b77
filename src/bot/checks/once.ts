/** Memoizes a call, so that concurrent and later callers share its answer. */
export function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return () => (answer ??= ask());
}
