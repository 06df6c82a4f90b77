import { bytesOf } from '../../../bytes.ts';
import { UnreadableAnswer } from '../web-client.ts';

interface Options {
  apiUrl: string | undefined;
  /** In milliseconds. */
  timeout: number;
  fetch: typeof fetch;
  botToken: string;
}

const anyHost = /./;
const hostOfSlack = /\.slack(?:-gov)?\.com$/;

/** Takes the contents of files to Slack, and gets them, at addresses of their own. */
export function createFileContents({ apiUrl, timeout, fetch, botToken }: Options) {
  /** HTTPS at one of the hosts, or the host of a custom Web API. */
  function isTrusted(address: string, hosts: RegExp): boolean {
    if (!URL.canParse(address)) return false;
    const { protocol, host, hostname } = new URL(address);
    if (apiUrl !== undefined && host === new URL(apiUrl).host) return true;
    return protocol === 'https:' && hosts.test(hostname);
  }

  return {
    /**
     * Raw bytes (docs.slack.dev/messaging/working-with-files#upload). The address is the secret: no token is
     * sent, and redirects aren't followed.
     */
    async upload(address: string, content: Uint8Array): Promise<void> {
      if (!isTrusted(address, anyHost)) throw new UnreadableAnswer();
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
    },
    /**
     * Gets a file's `url_private_download` with the bot's token (docs.slack.dev/reference/objects/file-object). Slack
     * leads an app without `files:read` to its sign-in page, so redirects aren't followed, and the token goes to Slack
     * alone.
     * @param most bytes; @returns `tooLarge` for more, `refused` if Slack doesn't give the file to Frontdesk
     */
    async download(address: string, most: number): Promise<Uint8Array | 'tooLarge' | 'refused'> {
      if (!isTrusted(address, hostOfSlack)) return 'refused';
      const answer = await fetch(address, {
        headers: { authorization: `Bearer ${botToken}` },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      });
      const isPage = answer.headers.get('content-type')?.startsWith('text/html');
      if (answer.status !== 200 || isPage || !answer.body) {
        await answer.body?.cancel();
        return 'refused';
      }
      return (await bytesOf(answer.body, most)) ?? 'tooLarge';
    },
  };
}
