import { isObject } from '../block-kit/check.ts';
import type { Clock } from '../clock.ts';

/** One exchange between the app and Slack, in either direction; secrets are masked. */
export interface Exchange {
  id: number;
  /** Milliseconds since the epoch. */
  at: number;
  from: 'app' | 'slack';
  via: 'web api' | 'response_url' | 'upload' | 'socket' | 'http' | 'none';
  /** Web API method or payload name: "slash_commands", "block_actions", "app_home_opened"… */
  name: string;
  request: unknown;
  answer: ExchangeAnswer | null;
}

interface ExchangeAnswer {
  /** HTTP status; 200 for an acknowledged envelope; 0 without an answer. */
  status: number;
  body: unknown;
  milliseconds: number;
  /** Short reason of a failure: "no answer within 3 seconds", "invalid_blocks". Absent on success. */
  trouble?: string;
}

const kept = 200;

/** The most recent exchanges between the app and Slack. */
export class Traffic {
  #exchanges: Exchange[] = [];
  #count = 0;
  readonly #clock: Clock;
  readonly #changed: () => void;

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  begin(
    asked: Pick<Exchange, 'from' | 'via' | 'name' | 'request'>,
  ): (answer: Omit<ExchangeAnswer, 'milliseconds'>) => void {
    this.#count += 1;
    const at = this.#clock.now();
    const request = masked(asked.request);
    const exchange: Exchange = { ...asked, id: this.#count, at, request, answer: null };
    this.#exchanges = [...this.#exchanges, exchange].slice(-kept);
    this.#changed();
    return (answer) => {
      const body = abridged(masked(answer.body));
      exchange.answer = { ...answer, body, milliseconds: this.#clock.now() - at };
      this.#changed();
    };
  }

  /** Oldest first. */
  list(): readonly Exchange[] {
    return this.#exchanges;
  }
}

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
