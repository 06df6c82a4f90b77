/** Reason why no connection was made; no byte of the request was sent. */
export type Obstacle = 'certificate' | 'proxy';

/** A proxy refused a connection. Omits the proxy's address, which may contain a password. */
export class ProxyFailed extends Error {
  override name = 'ProxyFailed';
  /** The proxy's answer; undefined if it was unreachable, or didn't answer like a proxy. */
  readonly status: number | undefined;

  constructor({ status, cause }: { status?: number; cause?: unknown }) {
    super(`The proxy lets nothing through (${status ?? 'no answer'}).`, { cause });
    this.status = status;
  }
}

/** https://nodejs.org/api/tls.html#x509-certificate-error-codes, and Node's own code for a host name mismatch. */
const certificateCodes: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'INVALID_CA',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** undici's message when a proxy requires authentication for plain HTTP; its code only says invalid argument. */
const wantsPassword = /^Proxy Authentication Required/;

const deepest = 6;

export function proxyFailureIn(error: unknown, depth = 0): ProxyFailed | undefined {
  if (!(error instanceof Error) || depth > deepest) return undefined;
  if (error instanceof ProxyFailed) return error;
  if (wantsPassword.test(error.message)) return new ProxyFailed({ status: 407, cause: error });
  return proxyFailureIn(insideOf(error), depth + 1);
}

export function obstacleIn(error: unknown): Obstacle | undefined {
  return proxyFailureIn(error) ? 'proxy' : certificateIn(error);
}

function certificateIn(error: unknown, depth = 0): Obstacle | undefined {
  if (!(error instanceof Error) || depth > deepest) return undefined;
  if ('code' in error && certificateCodes.has(String(error.code))) return 'certificate';
  return certificateIn(insideOf(error), depth + 1);
}

/** Slack's client stores its cause as `original`. */
function insideOf(error: Error): unknown {
  return 'original' in error ? error.original : error.cause;
}
