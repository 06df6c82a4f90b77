import type { WebClientOptions } from '@slack/web-api';

/** The option for another base of the Web API than Slack's own, with the slash that the client wants at its end. */
export function baseAddress(apiUrl: string | undefined): Pick<WebClientOptions, 'slackApiUrl'> {
  return apiUrl === undefined ? {} : { slackApiUrl: apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/` };
}
