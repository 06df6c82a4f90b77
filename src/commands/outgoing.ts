import { isIPv6, type Socket } from 'node:net';
import { Agent, buildConnector, Dispatcher, EnvHttpProxyAgent, Pool, fetch as undiciFetch } from 'undici';
import type { SlackNetwork } from '../bot/slack/connection/socket-connection.ts';
import { publicLookup } from '../bot/webhooks/address.ts';
import { isLoopback } from '../config/config-values.ts';
import type { ProxyConfig } from '../config/proxies.ts';
import { ProxyFailed } from '../obstacle.ts';

/** Dispatcher for outgoing requests, through the proxy if one is set. `connections` limits them per address. */
export function outgoing(config: ProxyConfig, connections?: number): Dispatcher {
  const options = connections === undefined ? {} : { connections };
  return isProxied(config) ? new Proxied(config, options) : new Agent(options);
}

/** Dispatcher for events to addresses that people enter. Behind a proxy, the proxy decides which it reaches. */
export function outgoingEvents(config: ProxyConfig, mayBePrivate: boolean): Dispatcher {
  if (isProxied(config)) return outgoing(config);
  return new Agent(mayBePrivate ? {} : { connect: { lookup: publicLookup } });
}

/** Slack's network behind a proxy; undefined without a proxy. @param dispatcher see `outgoing` */
export function slackNetwork(config: ProxyConfig, dispatcher: Dispatcher): SlackNetwork | undefined {
  if (!isProxied(config)) return undefined;
  return { fetch: fetchBy(dispatcher), openWay: () => socketWay(config) };
}

function fetchBy(dispatcher: Dispatcher): typeof fetch {
  return ((url, init) => undiciFetch(url as string, { ...init, dispatcher } as never)) as typeof fetch;
}

function isProxied({ HTTP_PROXY, HTTPS_PROXY }: ProxyConfig): boolean {
  return HTTP_PROXY !== undefined || HTTPS_PROXY !== undefined;
}

/**
 * Connects through a tunnel, and over HTTP/1.1 as WebSockets need it. `cut` destroys its socket, since a
 * proxy can keep a dead connection open.
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

/** Time limit for each step of a tunnel, in milliseconds; shorter than the limits of requests inside it. */
const patience = 4_000;
/** Time limit for connecting without a proxy, in milliseconds: undici's default. */
const directPatience = 10_000;

interface ProxiedOptions extends Agent.Options {
  proxyTunnel?: boolean;
  /** Wraps each connector, to get its sockets. */
  onSocket?: (connect: buildConnector.connector) => buildConnector.connector;
}

/** Undici decides by names and single addresses; 127.0.0.0/8 is a range, so loopback requests go directly from here. */
export class Proxied extends Dispatcher {
  readonly #direct: Agent;
  readonly #chosen: EnvHttpProxyAgent;

  constructor(
    { HTTP_PROXY = '', HTTPS_PROXY = '', NO_PROXY, SERVICE_HOST = '' }: ProxyConfig,
    { onSocket = (connect) => connect, ...options }: ProxiedOptions,
  ) {
    super();
    const proxies = new Set([HTTP_PROXY, HTTPS_PROXY].map((proxy) => URL.parse(proxy)?.origin));
    const reached = (given: object) =>
      'connect' in given && isConnector(given.connect)
        ? { ...given, connect: onSocket(blamingProxy(given.connect)) }
        : given;
    this.#direct = new Agent(options);
    this.#chosen = new EnvHttpProxyAgent({
      connectTimeout: patience,
      connect: { timeout: directPatience },
      ...options,
      // Empty, not undefined, or undici reads the process's environment.
      httpProxy: HTTP_PROXY,
      httpsProxy: HTTPS_PROXY,
      noProxy: canonical(`localhost,0.0.0.0,::,${SERVICE_HOST},${NO_PROXY}`),
      clientFactory: (url, given) => tunnels(new Pool(url, reached(given))),
      // Plain HTTP requests go to the proxy itself.
      factory: (url, given) => new Pool(url, proxies.has(new URL(url).origin) ? reached(given) : given),
    });
  }

  override dispatch(options: Agent.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const way = isLoopback(String(options.origin)) ? this.#direct : this.#chosen;
    return way.dispatch(options, handler);
  }

  override async close(): Promise<void> {
    await Promise.all([this.#direct.close(), this.#chosen.close()]);
  }

  override async destroy(): Promise<void> {
    await Promise.all([this.#direct.destroy(), this.#chosen.destroy()]);
  }
}

/** Writes IPv6 addresses as URLs do: undici compares text. */
function canonical(list: string): string {
  return list.replaceAll(/[\da-f:.]+/gi, (part) =>
    isIPv6(part) ? new URL(`http://[${part}]`).hostname.slice(1, -1) : part,
  );
}

function isConnector(connect: unknown): connect is buildConnector.connector {
  return typeof connect === 'function';
}

/** Blames the proxy, not the target, when the proxy can't be reached. */
function blamingProxy(connect: buildConnector.connector): buildConnector.connector {
  return (options, done) =>
    connect(options, (...made) => {
      const [error] = made;
      if (error) done(new ProxyFailed({ cause: error }), null);
      else done(...made);
    });
}

/** Connections to a proxy that become tunnels; if one doesn't, the proxy failed, whether or not it answered. */
function tunnels(pool: Pool): Dispatcher {
  const ask = pool.connect.bind(pool) as (
    wanted: Dispatcher.ConnectOptions,
  ) => Promise<Dispatcher.ConnectData>;
  async function connect(wanted: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    // Undici's own limits are checked only now and then, and are five minutes long.
    const answer = await ask({ ...wanted, signal: AbortSignal.timeout(patience) }).catch((cause: unknown) => {
      throw cause instanceof ProxyFailed ? cause : new ProxyFailed({ cause });
    });
    if (answer.statusCode === 200) return answer;
    answer.socket.on('error', () => {}).destroy();
    throw new ProxyFailed({ status: answer.statusCode });
  }
  return Object.assign(pool, { connect }) as Dispatcher;
}
