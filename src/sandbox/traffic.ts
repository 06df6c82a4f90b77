/** One exchange between the app and Slack, in either direction, as the page's inspector shows it; secrets are masked. */
export interface Exchange {
  id: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** Who asked. */
  from: 'app' | 'slack';
  via: 'web api' | 'response_url' | 'socket' | 'http';
  /** The Web API method, or the payload's kind: "slash_commands", "block_actions", "app_home_opened"… */
  name: string;
  request: unknown;
  /** Null until there is one. */
  answer: ExchangeAnswer | null;
}

export interface ExchangeAnswer {
  /** HTTP status; 200 for an acknowledged envelope; 0 when there was no answer. */
  status: number;
  body: unknown;
  /** From the request to the answer. */
  milliseconds: number;
  /** What was wrong, in a few words: "no answer within 3 seconds", "invalid_blocks". Absent when all was well. */
  trouble?: string;
}
