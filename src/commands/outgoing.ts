import type { Socket } from 'node:net';
import {
  Agent,
  buildConnector,
  type Dispatcher,
  EnvHttpProxyAgent,
  Pool,
  fetch as undiciFetch,
} from 'undici';
import type { SlackNetwork } from '../bot/slack/connection/network.ts';
import type { ProxyConfig } from '../config/proxies.ts';

type Options = ConstructorParameters<typeof EnvHttpProxyAgent>[0] & { connections?: number };

/** The way to the onboarding service. @param connections how many are open at a time */
export function outgoing(config: ProxyConfig, connections?: number): Dispatcher {
  const options = connections === undefined ? {} : { connections };
  return isProxied(config) ? throughProxies(config, options) : new Agent(options);
}

/** The ways to Slack, where a proxy leads there; undefined where nothing stands between. */
export function slackNetwork(config: ProxyConfig): SlackNetwork | undefined {
  if (!isProxied(config)) return undefined;
  const dispatcher = throughProxies(config, {});
  return {
    // The same function as Node's own, which takes no dispatcher of another version.
    fetch: ((url, init) => undiciFetch(url as string, { ...init, dispatcher } as never)) as typeof fetch,
    openWay: () => socketWay(config),
  };
}

function isProxied({ HTTP_PROXY, HTTPS_PROXY }: ProxyConfig): boolean {
  return HTTP_PROXY !== undefined || HTTPS_PROXY !== undefined;
}

/** What stands here counts, `.env` included, and not what the library would read from the process by itself. */
function throughProxies({ HTTP_PROXY, HTTPS_PROXY, NO_PROXY }: ProxyConfig, options: Options): Dispatcher {
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: HTTP_PROXY ?? '',
    httpsProxy: HTTPS_PROXY ?? HTTP_PROXY ?? '',
    noProxy: NO_PROXY,
  });
}

/**
 * The way of one WebSocket: a tunnel whatever the address, and over HTTP/1.1, as WebSockets need it. Its line can be cut,
 * since a proxy can hold one that leads nowhere any more.
 */
function socketWay(config: ProxyConfig) {
  let line: Socket | undefined;
  const kept =
    (connect: buildConnector.connector): buildConnector.connector =>
    (options, done) =>
      connect(options, (...made) => {
        line = made[1] ?? line;
        done(...made);
      });
  const dispatcher = throughProxies(config, {
    allowH2: false,
    proxyTunnel: true,
    connect: kept(buildConnector({ allowH2: false })),
    clientFactory: (proxy, options) => {
      const { connect } = options as { connect: buildConnector.connector };
      return new Pool(proxy, { ...options, connect: kept(connect) });
    },
  });
  return {
    dispatcher,
    cut(): void {
      line?.destroy();
      void dispatcher.destroy();
    },
  };
}
