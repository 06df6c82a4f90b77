/** A scalar in a JSON document: its place as a JSON Pointer (RFC 6901), and its text. */
export interface Found {
  pointer: string;
  text: string;
}

/** Limits of what is looked through. `items` of each array. */
const most = { depth: 12, found: 500, items: 3, pointer: 300 };

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Text of the scalar at a JSON Pointer; undefined if there is none, or it is empty. */
export function valueAt(body: unknown, pointer: string): string | undefined {
  let here = body;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isObject(here) || !Object.hasOwn(here, key)) return undefined;
    here = here[key];
  }
  return textOf(here);
}

/** Scalars with a text, in the order of the document. */
export function scalarsIn(body: unknown): Found[] {
  const found: Found[] = [];
  function walk(value: unknown, pointer: string, depth: number): void {
    if (found.length >= most.found || pointer.length > most.pointer) return;
    const text = textOf(value);
    if (text !== undefined) found.push({ pointer, text });
    if (!isObject(value) || depth >= most.depth) return;
    const keys = Object.keys(value).slice(0, Array.isArray(value) ? most.items : most.found);
    for (const key of keys)
      walk(value[key], `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1);
  }
  walk(body, '', 0);
  return found;
}

/**
 * Records of a body: an array's elements, the body itself if it is a record, or the elements of its only list of
 * objects.
 */
export function recordsIn(body: unknown, isRecord: (one: unknown) => boolean): readonly unknown[] {
  if (Array.isArray(body)) return body;
  if (isRecord(body) || !isObject(body)) return [body];
  const [list, ...others] = Object.values(body).filter(isListOfObjects);
  return list && others.length === 0 ? list : [body];
}

function isListOfObjects(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every(isObject);
}

/** Longest id of a record at its source, in characters. */
const longestKey = 200;

/** The record's id at its source. */
function keyOf(record: unknown, pointer: string): string | undefined {
  const key = valueAt(record, pointer);
  return key !== undefined && key.length <= longestKey ? key : undefined;
}

/** Records with an id at this pointer. */
export function keyedRecords(body: unknown, pointer: string): { key: string; record: unknown }[] {
  const records = recordsIn(body, (one) => keyOf(one, pointer) !== undefined);
  return records.flatMap((record) => {
    const key = keyOf(record, pointer);
    return key === undefined ? [] : [{ key, record }];
  });
}
