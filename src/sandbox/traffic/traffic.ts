import type { Clock } from '../clock.ts';
import { abridged, masked } from './redaction.ts';

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
