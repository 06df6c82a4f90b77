import type { WebClientOptions } from '@slack/web-api';

/** Client option for a custom base URL of the Web API. Adds the trailing slash that the client requires. */
export function baseAddress(apiUrl: string | undefined): Pick<WebClientOptions, 'slackApiUrl'> {
  return apiUrl === undefined ? {} : { slackApiUrl: apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/` };
}
