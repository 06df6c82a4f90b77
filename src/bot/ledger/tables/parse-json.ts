/** Parses stored JSON; undefined if invalid, so that one damaged row doesn't break reading many. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
