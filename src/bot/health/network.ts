import { causesOf, certificateProblems, type ProxyFailed, proxyFailureIn } from '../../obstacle.ts';
import type { say } from './messages.ts';

/** Variables that every connection depends on. */
export const networkVariables = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS'];

type Kind = keyof ReturnType<typeof say>['network'];

interface NetworkTrouble {
  kind: Kind;
  code: string;
}

/**
 * Error codes of Node (https://nodejs.org/api/errors.html), OpenSSL (tls.html#x509-certificate-error-codes) and
 * undici.
 */
const kinds: Record<string, Kind> = {
  ENOTFOUND: 'noName',
  EAI_AGAIN: 'noName',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'noAnswer',
  ENETUNREACH: 'noAnswer',
  ETIMEDOUT: 'noAnswer',
  UND_ERR_CONNECT_TIMEOUT: 'noAnswer',
  UND_ERR_HEADERS_TIMEOUT: 'noAnswer',
  UND_ERR_BODY_TIMEOUT: 'noAnswer',
  TimeoutError: 'noAnswer',
  AbortError: 'noAnswer',
  ECONNRESET: 'broken',
  EPIPE: 'broken',
  UND_ERR_SOCKET: 'broken',
  UND_ERR_CLOSED: 'broken',
  ...certificateProblems,
  EPROTO: 'noTls',
  HTTPParserError: 'notHttp',
};

/** Finds the network problem behind an error; undefined if it is about something else. */
export function networkTrouble(error: unknown): NetworkTrouble | undefined {
  const proxy = proxyFailureIn(error);
  if (proxy) return proxyTrouble(proxy);
  return directTrouble(error);
}

function directTrouble(error: unknown): NetworkTrouble | undefined {
  for (const cause of causesOf(error)) {
    const one: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
    if (!(one instanceof Error)) continue;
    const code = 'code' in one && typeof one.code === 'string' ? one.code : one.name;
    const kind = kindOf(code);
    if (kind) return { kind, code };
  }
  return undefined;
}

/** Blames the proxy and not the server behind it: the proxy has to be fixed first. */
function proxyTrouble({ status, cause }: ProxyFailed): NetworkTrouble {
  if (status === undefined) return { kind: 'proxyAway', code: directTrouble(cause)?.code ?? 'no answer' };
  const code = `status ${status}`;
  if (status === 407) return { kind: 'proxyPassword', code };
  return { kind: status >= 500 ? 'proxyLost' : 'proxyRefuses', code };
}

function kindOf(code: string): Kind | undefined {
  if (Object.hasOwn(kinds, code)) return kinds[code];
  if (code.startsWith('ERR_SSL_')) return 'noTls';
  return code.startsWith('HPE_') ? 'notHttp' : undefined;
}
