import { UnreadableAnswer } from '../read-answer.ts';

export type Upload = (address: string, content: Uint8Array) => Promise<void>;

interface UploadOptions {
  /** Base URL of the Web API, if not Slack's own. */
  apiUrl: string | undefined;
  /** In milliseconds. */
  timeout: number;
  fetch: typeof fetch;
}

/**
 * Creates an upload of raw bytes (docs.slack.dev/messaging/working-with-files#upload). The address is the secret: no
 * token is sent, and redirects aren't followed.
 */
export function createUpload({ apiUrl, timeout, fetch }: UploadOptions): Upload {
  return async (address, content) => {
    if (!isTrusted(address, apiUrl)) throw new UnreadableAnswer();
    const answer = await fetch(address, {
      method: 'POST',
      // `fetch` needs bytes that aren't in shared memory.
      body: new Uint8Array(content),
      headers: { 'content-type': 'application/octet-stream' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    });
    await answer.body?.cancel();
    if (answer.status !== 200) throw new Error(`Slack’s address for files answers ${answer.status}.`);
  };
}

/** HTTPS, or the host of a custom Web API. */
function isTrusted(address: string, apiUrl: string | undefined): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  return protocol === 'https:' || (apiUrl !== undefined && host === new URL(apiUrl).host);
}
