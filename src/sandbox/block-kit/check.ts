export interface Problem {
  message: string;
  /** JSON pointer, "/view/title/text". */
  pointer: string;
}

/** Checks the value at a pointer; an empty array means it is valid. */
export type Check = (value: unknown, pointer: string) => Problem[];

export interface Bounds {
  min?: number;
  max?: number;
}

export function problem(message: string, pointer: string): Problem[] {
  return [{ message, pointer }];
}

/** Check for a string; lengths count characters (code points). */
export function string({ min, max, pattern }: Bounds & { pattern?: RegExp } = {}): Check {
  return (value, pointer) => {
    if (typeof value !== 'string') return problem('must provide a string', pointer);
    const length = [...value].length;
    if (min !== undefined && length < min) return problem(`must be more than ${min - 1} characters`, pointer);
    if (max !== undefined && length > max) return problem(`must be less than ${max + 1} characters`, pointer);
    if (pattern && !pattern.test(value))
      return problem(`input must match regex pattern: ${pattern.source}`, pointer);
    return [];
  };
}

function that(holds: (value: unknown) => boolean, message: string): Check {
  return (value, pointer) => (holds(value) ? [] : problem(message, pointer));
}

export const boolean = that((value) => typeof value === 'boolean', 'must be a boolean');

export function oneOf(values: readonly unknown[]): Check {
  return that((value) => values.includes(value), 'must be a valid enum value');
}

export function integer({ min, max }: Bounds = {}): Check {
  return (value, pointer) => {
    if (!Number.isInteger(value)) return problem('must provide an integer', pointer);
    if (min !== undefined && Number(value) < min) return problem(`must be greater than ${min - 1}`, pointer);
    if (max !== undefined && Number(value) > max) return problem(`must be less than ${max + 1}`, pointer);
    return [];
  };
}

export function list(item: Check, { min, max }: Bounds = {}): Check {
  return (value, pointer) => {
    if (!Array.isArray(value)) return problem('must provide an array', pointer);
    if (min !== undefined && value.length < min)
      return problem(`must provide at least ${min} items`, pointer);
    if (max !== undefined && value.length > max) return problem(`no more than ${max} items allowed`, pointer);
    return value.flatMap((one, index) => item(one, `${pointer}/${index}`));
  };
}

/** Check for an object with these fields and no others. Slack treats null as absent for optional fields. */
export function object(required: Record<string, Check>, optional: Record<string, Check> = {}): Check {
  return (value, pointer) => {
    if (!isObject(value)) return problem('must provide an object', pointer);
    return [
      ...Object.keys(required)
        .filter((key) => value[key] === undefined)
        .flatMap((key) => problem(`missing required field: ${key}`, pointer)),
      ...Object.entries(value).flatMap(([key, field]) => {
        const check = own(required, key) ?? (field === null ? anything : own(optional, key));
        if (!check) return problem(`invalid additional property: ${key}`, pointer);
        return field === undefined ? [] : check(field, `${pointer}/${key}`);
      }),
    ];
  };
}

/** Check for an object whose `type` selects the check for its other fields. */
export function byType(checks: Readonly<Record<string, Check>>): Check {
  return (value, pointer) => {
    if (!isObject(value)) return problem('must provide an object', pointer);
    const { type, ...rest } = value;
    if (type === undefined) return problem('missing required field: type', pointer);
    if (typeof type !== 'string') return problem('must provide a string', `${pointer}/type`);
    const check = own(checks, type);
    return check ? check(rest, pointer) : problem(`unsupported type: ${type}`, `${pointer}/type`);
  };
}

export function allOf(check: Check): Check {
  return (value, pointer) => {
    const found = check(value, pointer);
    if (found.length === 0) return found;
    return [...problem('failed to match all allowed schemas', pointer), ...found];
  };
}

function own(checks: Readonly<Record<string, Check>>, key: string): Check | undefined {
  return Object.hasOwn(checks, key) ? checks[key] : undefined;
}

export function anything(): Problem[] {
  return [];
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Formats problems as Slack does: "must be less than 25 characters [json-pointer:/view/title/text]". */
export function inSlacksWords(problems: Problem[]): string[] {
  return problems.map(({ message, pointer }) => `${message} [json-pointer:${pointer}]`);
}
