import { isObject } from '../block-kit/check.ts';

const secretName = /token|secret|password|response_url|trigger_id/i;
const secretText = /\bx(ox[a-z]|app)-[\w-]+/g;
const mask = '•••';

/** Copy with tokens, secrets and the values of inputs named after them masked. */
export function masked(value: unknown, isSecret = false): unknown {
  if (Array.isArray(value)) return value.map((one) => masked(one, isSecret));
  if (isObject(value)) {
    const fields = Object.entries(value).map(([key, field]) => [key, maskedField(key, field, isSecret)]);
    return Object.fromEntries(fields);
  }
  return typeof value === 'string' ? value.replace(secretText, mask) : value;
}

function maskedField(key: string, field: unknown, isSecret: boolean): unknown {
  const named = secretName.test(key);
  if (typeof field === 'string' && field !== '' && (named || (isSecret && key === 'value'))) return mask;
  return masked(field, isSecret || named);
}

const longestList = 25;
const longestText = 2000;

/** Copy with long lists and texts cut, small enough to send to the page repeatedly. */
export function abridged(value: unknown): unknown {
  if (Array.isArray(value)) {
    const kept = value.slice(0, longestList).map(abridged);
    return value.length > longestList ? [...kept, `… ${value.length - longestList} more`] : kept;
  }
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, abridged(field)]));
  }
  if (typeof value !== 'string' || value.length <= longestText) return value;
  return `${value.slice(0, longestText)}… ${value.length - longestText} more`;
}
