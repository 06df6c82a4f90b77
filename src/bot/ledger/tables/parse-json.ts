/** What a stored text says as JSON; undefined where it is none: one damaged row must not stop what reads many. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
