import { z } from 'zod';
import { isEmailAddress } from '../../contract/new-hire.ts';
import { JsonNumber } from './json-number.ts';
import { messages } from './messages.ts';

/** Error of a field: missing and null have their own sentences, other wrong values get `otherwise`. */
function sentence(otherwise: string | ((input: unknown) => string)) {
  return ({ input }: { input?: unknown }) => {
    if (input === undefined) return messages.required;
    if (input === null) return messages.notNull;
    return typeof otherwise === 'string' ? otherwise : otherwise(input);
  };
}

export function text({ max, blank = false }: { max?: number; blank?: boolean }) {
  const trimmed = z.string({ error: sentence(messages.notText) }).trim();
  const present = blank ? trimmed : notBlank(trimmed);
  const short = max === undefined ? present : present.refine(...atMost(max)).meta({ maxLength: max });
  return z.preprocess(numberAsText, storable(short));
}

export function textOrNothing({ max }: { max: number }) {
  return text({ max, blank: true })
    .nullable()
    .transform((given) => given || null);
}

/** Email address, in lower case. Letters outside ASCII are accepted only after the @, as in released deployments. */
export function email(max: number) {
  const present = notBlank(z.string({ error: sentence(messages.badEmail) }).trim());
  const valid = storable(present.refine(...atMost(max)))
    .refine(isEmailAddress, messages.badEmail)
    .toLowerCase()
    .meta({ format: 'email', maxLength: max });
  return z.preprocess(numberAsText, valid);
}

/** One of the values; digits as text match a number, but `1.0` doesn't match 1. */
export function choice<const Value extends string | number>(values: readonly Value[]) {
  const byText = new Map(values.map((value) => [String(value), value]));
  return z.preprocess(
    (input) => {
      const text = numberAsText(input);
      return typeof text === 'string' ? (byText.get(text) ?? input) : input;
    },
    z
      .literal(values, { error: sentence(messages.badChoice) })
      .meta(values.every((value) => typeof value === 'number') ? { type: 'integer' } : {}),
  );
}

export function day() {
  return z.iso
    .date({ error: sentence(messages.badDay), abort: true })
    .refine((text) => !text.startsWith('0000'), messages.badDay)
    .meta({ format: 'date' });
}

export function personId() {
  return z.preprocess(idOrNull, z.int({ error: sentence(refusedId) }));
}

export function personIdOrNobody() {
  return z.preprocess(idOrNull, z.int({ error: sentence(refusedId) }).nullable());
}

/** Ids of sequences. Their existence, and that none repeats, is checked later. */
export function sequenceIds() {
  const id = z.preprocess(sequenceIdOrElse, z.int({ error: sentence(messages.badInteger) }));
  return z.array(id, { error: sentence(messages.notAList) });
}

export function integer(min: number, max: number) {
  return z.preprocess(
    (input) => exactInteger(input, digitsAndZeros) ?? input,
    z
      .int({ error: sentence(messages.badInteger) })
      .min(min, messages.atLeast(min))
      .max(max, messages.atMost(max)),
  );
}

export function flag() {
  return z.boolean({ error: sentence(messages.badBoolean) });
}

/** List of objects. Errors of an item are listed at its position. */
export function listOf<Fields extends z.ZodRawShape>(
  shape: Fields,
  { min = 0, max }: { min?: number; max: number },
) {
  const item = z.object(shape, { error: sentence(messages.notAnObject) });
  return z
    .array(item, { error: sentence(messages.notAList) })
    .min(min, messages.emptyList)
    .max(max, messages.tooMany(max));
}

/** Numbers as text; zeros after a point are accepted where released deployments do so. */
const digits = /^\s*[+-]?\d+\s*$/;
const digitsAndZeros = /^\s*[+-]?\d+(?:\.0*)?\s*$/;

/** Empty text means nobody, as in released deployments. Inexact numbers are left for `refusedId`. */
function idOrNull(input: unknown): unknown {
  if (input === '') return null;
  return exactInteger(input, digits) ?? input;
}

/** A whole number too large to be exact is an unknown id; anything else isn't an id. */
function refusedId(input: unknown): string {
  return isWhole(input, digits) ? messages.unknownId(input) : messages.notAnId(input);
}

/** Ids end at 32 bits, so the largest safe integer, which is no id, can represent all larger numbers. */
function sequenceIdOrElse(input: unknown): unknown {
  const exact = exactInteger(input, digitsAndZeros);
  return exact ?? (isWhole(input, digitsAndZeros) ? Number.MAX_SAFE_INTEGER : input);
}

function exactInteger(input: unknown, pattern: RegExp): number | null {
  if (input instanceof JsonNumber) return input.integer;
  if (typeof input === 'number') return Number.isSafeInteger(input) ? input : null;
  const value = typeof input === 'string' && pattern.test(input) ? Number(input) : Number.NaN;
  if (!Number.isSafeInteger(value)) return null;
  return value || 0;
}

function isWhole(input: unknown, pattern: RegExp): boolean {
  if (input instanceof JsonNumber) return input.isWhole;
  return typeof input === 'string' ? pattern.test(input) : Number.isInteger(input);
}

function numberAsText(input: unknown): unknown {
  return typeof input === 'number' || input instanceof JsonNumber ? String(input) : input;
}

function notBlank(schema: z.ZodString) {
  return schema.refine((text) => text !== '', { error: messages.notBlank, abort: true });
}

function atMost(max: number) {
  return [(text: string) => [...text].length <= max, messages.tooLong(max)] as const;
}

function storable<Text extends z.ZodType<string>>(schema: Text) {
  return schema
    .refine((text) => !text.includes('\0'), messages.noNul)
    .refine((text) => text.isWellFormed(), {
      error: ({ input }) => messages.surrogate(loneSurrogate(String(input))),
    });
}

function loneSurrogate(text: string): number {
  const found = [...text].find((character) => !character.isWellFormed());
  return found?.codePointAt(0) ?? 0xd800;
}
