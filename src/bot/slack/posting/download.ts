import { bytesOf } from '../../../bytes.ts';

interface DownloadOptions {
  apiUrl: string | undefined;
  /** In milliseconds. */
  timeout: number;
  fetch: typeof fetch;
  botToken: string;
}

/** @param most bytes; @returns `tooLarge` for more, `refused` if Slack doesn't give the file to Frontdesk */
export type Download = (address: string, most: number) => Promise<Uint8Array | 'tooLarge' | 'refused'>;

/**
 * Gets a file's `url_private_download` with the bot's token (docs.slack.dev/reference/objects/file-object). Slack leads
 * an app without `files:read` to its sign-in page, so redirects aren't followed, and the token goes to Slack alone.
 */
export function createDownload({ apiUrl, timeout, fetch, botToken }: DownloadOptions): Download {
  return async (address, most) => {
    if (!isOfSlack(address, apiUrl)) return 'refused';
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
  };
}

/** Slack's hosts, and the host of a custom Web API. */
function isOfSlack(address: string, apiUrl: string | undefined): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, hostname } = new URL(address);
  if (apiUrl !== undefined && host === new URL(apiUrl).host) return true;
  return protocol === 'https:' && /\.slack(?:-gov)?\.com$/.test(hostname);
}
