import { UnreadableAnswer } from '../read-answer.ts';

/** Brings a file's bytes to the address that Slack named for them. */
export type Upload = (address: string, content: Uint8Array) => Promise<void>;

interface UploadOptions {
  /** The base of the Web API, when it is not Slack's own. */
  apiUrl: string | undefined;
  /** In milliseconds. */
  timeout: number;
  fetch: typeof fetch;
}

/**
 * Posts the bytes as they are (docs.slack.dev/messaging/working-with-files#upload). The address is the secret: no token
 * goes there, and nothing is followed from there.
 */
export function createUpload({ apiUrl, timeout, fetch }: UploadOptions): Upload {
  return async (address, content) => {
    if (!isTrusted(address, apiUrl)) throw new UnreadableAnswer();
    const answer = await fetch(address, {
      method: 'POST',
      // A copy whose memory nothing else shares.
      body: new Uint8Array(content),
      headers: { 'content-type': 'application/octet-stream' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    });
    // What else it says is of no use.
    await answer.body?.cancel();
    if (answer.status !== 200) throw new Error(`Slack’s address for files answers ${answer.status}.`);
  };
}

/** Encrypted, or on the host of a Web API that is not Slack's own. */
function isTrusted(address: string, apiUrl: string | undefined): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  return protocol === 'https:' || (apiUrl !== undefined && host === new URL(apiUrl).host);
}
