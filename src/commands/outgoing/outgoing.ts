import type { Socket } from 'node:net';
import { Agent, buildConnector, type Dispatcher, fetch as undiciFetch } from 'undici';
import type { SlackNetwork } from '../../bot/slack/connection/network.ts';
import type { ProxyConfig } from '../../config/proxies.ts';
import { Proxied } from './proxied.ts';

/** The way out of this machine. @param connections how many to one address are open at a time */
export function outgoing(config: ProxyConfig, connections?: number): Dispatcher {
  const options = connections === undefined ? {} : { connections };
  return isProxied(config) ? new Proxied(config, options) : new Agent(options);
}

/** The ways to Slack, where a proxy leads there; undefined where nothing stands between. @param dispatcher see `outgoing` */
export function slackNetwork(config: ProxyConfig, dispatcher: Dispatcher): SlackNetwork | undefined {
  if (!isProxied(config)) return undefined;
  return { fetch: fetchBy(dispatcher), openWay: () => socketWay(config) };
}

/** The same function as Node's own, which takes no dispatcher of another version. */
function fetchBy(dispatcher: Dispatcher): typeof fetch {
  return ((url, init) => undiciFetch(url as string, { ...init, dispatcher } as never)) as typeof fetch;
}

function isProxied({ HTTP_PROXY, HTTPS_PROXY }: ProxyConfig): boolean {
  return HTTP_PROXY !== undefined || HTTPS_PROXY !== undefined;
}

/**
 * The way of one WebSocket: a tunnel whatever the address, and over HTTP/1.1, as WebSockets need it. Its line can be cut,
 * since a proxy can hold one that leads nowhere any more.
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
