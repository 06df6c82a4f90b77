/** Reason why no connection was made; no byte of the request was sent. */
type Obstacle = 'certificate' | 'proxy';

/** Error codes of connections that were never made, so nothing was sent. */
export const connectCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

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

/** Problems with TLS certificates, by error code: https://nodejs.org/api/tls.html#x509-certificate-error-codes. */
export const certificateProblems = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'expired',
  CERT_SIGNATURE_FAILURE: 'untrusted',
  CERT_UNTRUSTED: 'untrusted',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'otherName',
  INVALID_CA: 'untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
} as const;

/** undici's message when a proxy requires authentication for plain HTTP; its code only says invalid argument. */
const wantsPassword = /^Proxy Authentication Required/;

const deepest = 6;

/** An error and what caused it, outermost first. Slack's client stores its cause as `original`. */
export function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let one = error; one instanceof Error && causes.length <= deepest; ) {
    causes.push(one);
    one = 'original' in one ? one.original : one.cause;
  }
  return causes;
}

export function proxyFailureIn(error: unknown): ProxyFailed | undefined {
  for (const cause of causesOf(error)) {
    if (cause instanceof ProxyFailed) return cause;
    if (wantsPassword.test(cause.message)) return new ProxyFailed({ status: 407, cause });
  }
  return undefined;
}

export function obstacleIn(error: unknown): Obstacle | undefined {
  if (proxyFailureIn(error)) return 'proxy';
  const isCertificate = (one: Error) => 'code' in one && Object.hasOwn(certificateProblems, String(one.code));
  return causesOf(error).some(isCertificate) ? 'certificate' : undefined;
}
