import { Agent, type buildConnector, Dispatcher, Pool, ProxyAgent } from 'undici';
import { exemptions } from '../../config/no-proxy.ts';
import type { ProxyConfig } from '../../config/proxies.ts';
import { ProxyFailed } from '../../obstacle.ts';

/** How long a proxy may take for each step of a tunnel, in milliseconds: what goes through has a limit that is longer. */
const patience = 4_000;

interface ProxiedOptions extends Agent.Options {
  /** See `ProxyAgent.Options`. */
  proxyTunnel?: boolean;
  /** Gets each socket that is made. */
  onSocket?: (connect: buildConnector.connector) => buildConnector.connector;
}

/** Goes through a proxy where the configuration says so. */
export class Proxied extends Dispatcher {
  readonly #direct: Dispatcher;
  readonly #overHttp: Dispatcher;
  readonly #overHttps: Dispatcher;
  readonly #isExempt: (origin: URL) => boolean;

  /** What stands in the configuration counts, and not what the library would read from the process by itself. */
  constructor(
    { HTTP_PROXY, HTTPS_PROXY, NO_PROXY, SERVICE_HOST = '' }: ProxyConfig,
    options: ProxiedOptions,
  ) {
    super();
    this.#direct = new Agent(options);
    this.#overHttp = HTTP_PROXY === undefined ? this.#direct : through(HTTP_PROXY, options);
    this.#overHttps = HTTPS_PROXY === undefined ? this.#overHttp : through(HTTPS_PROXY, options);
    this.#isExempt = exemptions(`${SERVICE_HOST}, ${NO_PROXY}`);
  }

  override dispatch(options: Agent.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return this.#wayTo(new URL(String(options.origin))).dispatch(options, handler);
  }

  #wayTo(origin: URL): Dispatcher {
    if (this.#isExempt(origin)) return this.#direct;
    return origin.protocol === 'https:' ? this.#overHttps : this.#overHttp;
  }

  override async close(): Promise<void> {
    await Promise.all([...this.#ways()].map((way) => way.close()));
  }

  override async destroy(): Promise<void> {
    await Promise.all([...this.#ways()].map((way) => way.destroy()));
  }

  #ways(): Set<Dispatcher> {
    return new Set([this.#direct, this.#overHttp, this.#overHttps]);
  }
}

function through(proxy: string, { onSocket = (connect) => connect, ...options }: ProxiedOptions): ProxyAgent {
  const { origin } = new URL(proxy);
  const reaching = (connect: buildConnector.connector) => onSocket(blamingProxy(connect));
  return new ProxyAgent({
    connectTimeout: patience,
    ...options,
    uri: proxy,
    clientFactory: (url, given) => tunnels(new Pool(url, { ...given, ...reached(given) })),
    // What is not encrypted is asked of the proxy itself.
    factory: (url, given) =>
      new Pool(url, new URL(url).origin === origin ? { ...given, ...reached(given) } : given),
  });

  function reached(given: object): { connect: buildConnector.connector } | object {
    return 'connect' in given && isConnector(given.connect) ? { connect: reaching(given.connect) } : {};
  }
}

function isConnector(connect: unknown): connect is buildConnector.connector {
  return typeof connect === 'function';
}

/** A proxy that is not there is not what was asked for being away. */
function blamingProxy(connect: buildConnector.connector): buildConnector.connector {
  return (options, done) =>
    connect(options, (...made) => {
      const [error] = made;
      if (error) done(new ProxyFailed({ cause: error }), null);
      else done(...made);
    });
}

/** Connections to a proxy that become tunnels; where they do not, that is the proxy's failure, whatever it said. */
function tunnels(pool: Pool): Dispatcher {
  const ask = pool.connect.bind(pool) as (
    wanted: Dispatcher.ConnectOptions,
  ) => Promise<Dispatcher.ConnectData>;
  async function connect(wanted: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    // Its own limits are only looked at now and then, and are five minutes long.
    const answer = await ask({ ...wanted, signal: AbortSignal.timeout(patience) }).catch((cause: unknown) => {
      throw cause instanceof ProxyFailed ? cause : new ProxyFailed({ cause });
    });
    if (answer.statusCode === 200) return answer;
    answer.socket.on('error', () => {}).destroy();
    throw new ProxyFailed({ status: answer.statusCode });
  }
  return Object.assign(pool, { connect }) as Dispatcher;
}
