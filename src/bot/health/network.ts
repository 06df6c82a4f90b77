import { type ProxyFailed, proxyFailureIn } from '../../obstacle.ts';
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
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
  CERT_UNTRUSTED: 'untrusted',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'otherName',
  EPROTO: 'noTls',
  HTTPParserError: 'notHttp',
};

const deepest = 6;

/** Finds the network problem behind an error; undefined if it is about something else. */
export function networkTrouble(error: unknown, depth = 0): NetworkTrouble | undefined {
  if (!(error instanceof Error) || depth > deepest) return undefined;
  const proxy = depth === 0 ? proxyFailureIn(error) : undefined;
  if (proxy) return proxyTrouble(proxy);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const kind = kindOf(code);
  if (kind) return { kind, code };
  const inside = error instanceof AggregateError ? error.errors[0] : undefined;
  const original = 'original' in error ? error.original : undefined;
  return networkTrouble(inside ?? original ?? error.cause, depth + 1);
}

/** Blames the proxy and not the server behind it: the proxy has to be fixed first. */
function proxyTrouble({ status, cause }: ProxyFailed): NetworkTrouble {
  if (status === undefined) return { kind: 'proxyAway', code: networkTrouble(cause, 1)?.code ?? 'no answer' };
  const code = `status ${status}`;
  if (status === 407) return { kind: 'proxyPassword', code };
  return { kind: status >= 500 ? 'proxyLost' : 'proxyRefuses', code };
}

function kindOf(code: string): Kind | undefined {
  if (Object.hasOwn(kinds, code)) return kinds[code];
  if (code.startsWith('ERR_SSL_')) return 'noTls';
  return code.startsWith('HPE_') ? 'notHttp' : undefined;
}
