import { Refusal } from '../../refusal.ts';
import { numberFrom } from '../../validation/json-number.ts';

/** Nesting limit of arrays and objects: code that walks through a body has a limited stack. */
const maxDepth = 1_000;

/** Matches numbers that aren't plain integers. A match in other text only costs time. */
const strangeNumber = /\d[.eE]|\d{16}|(?<!\w)-0/;

/** Parses JSON with its numbers unchanged (see `JsonNumber`). @throws Refusal 400 */
export function parseJson(text: string): unknown {
  const value = parse(text);
  if (isDeep(text)) throw new Refusal(400, { detail: `The body is nested deeper than ${maxDepth} levels.` });
  return strangeNumber.test(text) ? JSON.parse(text, withNumbers) : value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, { detail: 'The body is not valid JSON.' });
  }
}

/** `source` is the text of a primitive value (https://github.com/tc39/proposal-json-parse-with-source). */
function withNumbers(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? numberFrom(context?.source ?? String(value)) : value;
}

const steps: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };

/** @param text valid JSON */
function isDeep(text: string): boolean {
  if (text.length <= maxDepth) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') at = endOfString(text, at);
    else depth += steps[sign] ?? 0;
    if (depth > maxDepth) return true;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
