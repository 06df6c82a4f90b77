import { z } from 'zod';
import { isEmailAddress } from '../contract/email.ts';
import { wording } from './wording.ts';

/** What a check is told about the value that it refused. */
interface Refused {
  input?: unknown;
}

/** Missing and null have sentences of their own; anything else of the wrong kind gets the field's. */
function sentence(otherwise: string | ((input: unknown) => string)) {
  return ({ input }: Refused) => {
    if (input === undefined) return wording.required;
    if (input === null) return wording.notNull;
    return typeof otherwise === 'string' ? otherwise : otherwise(input);
  };
}

interface TextRules {
  max?: number;
  blank?: boolean;
}

/** Text, trimmed; a number is taken as its digits. NUL and halves of surrogate pairs cannot be stored. */
export function text({ max, blank = false }: TextRules) {
  const trimmed = z.string({ error: sentence(wording.notText) }).trim();
  const present = blank ? trimmed : notBlank(trimmed);
  const short = max === undefined ? present : present.refine(...atMost(max)).meta({ maxLength: max });
  return z.preprocess(digitsAsText, storable(short));
}

/** An email address, in lower case. Letters outside ASCII are taken behind the @ alone, as released deployments do. */
export function email(max: number) {
  const present = notBlank(z.string({ error: sentence(wording.badEmail) }).trim());
  const valid = storable(present.refine(...atMost(max)))
    .refine(isEmailAddress, wording.badEmail)
    .toLowerCase()
    .meta({ format: 'email', maxLength: max });
  return z.preprocess(digitsAsText, valid);
}

/** One of the values; a number's digits as text count as the number. */
export function choice<const Value extends string | number>(values: readonly Value[]) {
  const byText = new Map(values.map((value) => [String(value), value]));
  return z.preprocess(
    (input) =>
      typeof input === 'string' || typeof input === 'number' ? (byText.get(String(input)) ?? input) : input,
    z
      .literal(values, { error: sentence(wording.badChoice) })
      .meta(values.every((value) => typeof value === 'number') ? { type: 'integer' } : {}),
  );
}

/** A calendar day. Null is refused, which released deployments answer with a server error. */
export function day() {
  return z.iso
    .date({ error: sentence(wording.badDay), abort: true })
    .refine((text) => !text.startsWith('0000'), wording.badDay)
    .meta({ format: 'date' });
}

/** The id of a person. Whether that person exists is asked of the database afterwards. */
export function personId() {
  return z.preprocess(idOrNull, z.int({ error: sentence(refusedId) }));
}

/** The same where nobody is an answer: null or empty text. */
export function personIdOrNobody() {
  return z.preprocess(idOrNull, z.int({ error: sentence(refusedId) }).nullable());
}

/** Ids of sequences. Whether they exist, and that none repeats, is checked afterwards. */
export function sequenceIds() {
  const id = z.preprocess(digitsAsNumber, z.int({ error: sentence(wording.badInteger) }));
  return z.array(id, { error: sentence(wording.notAList) });
}

function refusedId(input: unknown): string {
  return Number.isInteger(input) ? wording.unknownId(input) : wording.notAnId(input);
}

/** Empty text is nobody, as released deployments have it. */
function idOrNull(input: unknown): unknown {
  return input === '' ? null : digitsAsNumber(input);
}

function digitsAsText(input: unknown): unknown {
  return typeof input === 'number' ? String(input) : input;
}

function digitsAsNumber(input: unknown): unknown {
  return typeof input === 'string' && /^\s*[+-]?\d{1,30}\s*$/.test(input) ? Number(input) : input;
}

function notBlank(schema: z.ZodString) {
  return schema.refine((text) => text !== '', { error: wording.notBlank, abort: true });
}

function atMost(max: number) {
  return [(text: string) => [...text].length <= max, wording.tooLong(max)] as const;
}

function storable<Text extends z.ZodType<string>>(schema: Text) {
  return schema
    .refine((text) => !text.includes('\0'), wording.noNul)
    .refine((text) => text.isWellFormed(), {
      error: ({ input }) => wording.surrogate(loneSurrogate(String(input))),
    });
}

function loneSurrogate(text: string): number {
  const found = [...text].find((character) => !character.isWellFormed());
  return found?.codePointAt(0) ?? 0xd800;
}
