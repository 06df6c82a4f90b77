import type { Socket } from 'node:net';
import { Agent, buildConnector, type Dispatcher, fetch as undiciFetch } from 'undici';
import type { SlackNetwork } from '../../bot/slack/connection/socket-connection.ts';
import type { ProxyConfig } from '../../config/proxies.ts';
import { Proxied } from './proxied.ts';

/**
 * Dispatcher for outgoing requests, through the proxy if one is set.
 * @param connections limit per address; none when absent
 */
export function outgoing(config: ProxyConfig, connections?: number): Dispatcher {
  const options = connections === undefined ? {} : { connections };
  return isProxied(config) ? new Proxied(config, options) : new Agent(options);
}

/** Slack's network behind a proxy; undefined without a proxy. @param dispatcher see `outgoing` */
export function slackNetwork(config: ProxyConfig, dispatcher: Dispatcher): SlackNetwork | undefined {
  if (!isProxied(config)) return undefined;
  return { fetch: fetchBy(dispatcher), openWay: () => socketWay(config) };
}

/** Like Node's `fetch`, which takes no dispatcher of another undici version. */
function fetchBy(dispatcher: Dispatcher): typeof fetch {
  return ((url, init) => undiciFetch(url as string, { ...init, dispatcher } as never)) as typeof fetch;
}

function isProxied({ HTTP_PROXY, HTTPS_PROXY }: ProxyConfig): boolean {
  return HTTP_PROXY !== undefined || HTTPS_PROXY !== undefined;
}

/**
 * Connects one WebSocket: always through a tunnel, and over HTTP/1.1 as WebSockets need it. `cut` destroys its
 * socket, since a proxy can keep a dead connection open.
 */
function socketWay(config: ProxyConfig) {
  let line: Socket | undefined;
  const onSocket =
    (connect: buildConnector.connector): buildConnector.connector =>
    (options, done) =>
      connect(options, (...made) => {
        line = made[1] ?? line;
        done(...made);
      });
  const dispatcher = new Proxied(config, {
    allowH2: false,
    proxyTunnel: true,
    connect: onSocket(buildConnector({ allowH2: false })),
    onSocket,
  });
  return {
    dispatcher,
    cut(): void {
      line?.destroy();
      void dispatcher.destroy();
    },
  };
}
