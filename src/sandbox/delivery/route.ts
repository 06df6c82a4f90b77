import type { InstalledApp } from '../app/installed-app.ts';
import type { Clock } from '../clock.ts';
import { requestUrlCarrier } from '../http-mode/request-url.ts';
import type { Sockets } from '../socket-mode/sockets.ts';
import type { Carrier, Payload } from './payload.ts';

/** How the app can be reached now, if it can. */
type Route = { carrier: Carrier; via: 'socket' | 'http' } | undefined;

interface Parts {
  app: InstalledApp;
  sockets: Sockets;
  /** HTTP mode: where everything is posted while no Socket Mode connection is open. */
  requestUrl: { current: string | undefined };
  clock: Clock;
}

/** Finds the way to the app for each payload: its Socket Mode connections come before its request URL. */
export function router({ app, sockets, requestUrl, clock }: Parts): (payload: Payload) => Route {
  return ({ type }) => {
    if (type === 'interactive' && !app.isInteractive) return undefined;
    if (sockets.isConnected) return { carrier: sockets, via: 'socket' };
    const url = requestUrl.current;
    if (url === undefined) return undefined;
    const { signingSecret } = app;
    return { carrier: requestUrlCarrier({ url, signingSecret, now: () => clock.now() }), via: 'http' };
  };
}
