/** Why somebody on the way lets no connection come to be: not a byte of the request was sent. */
export type Obstacle = 'certificate' | 'proxy';

/** A proxy did not let a connection through. Nothing of its address is in it, where a password can stand. */
export class ProxyFailed extends Error {
  override name = 'ProxyFailed';
  /** What it answered; undefined where it was not reached, or did not speak as proxies do. */
  readonly status: number | undefined;

  constructor({ status, cause }: { status?: number; cause?: unknown }) {
    super(`The proxy lets nothing through (${status ?? 'no answer'}).`, { cause });
    this.status = status;
  }
}

/** https://nodejs.org/api/tls.html#x509-certificate-error-codes, and Node's own for another host's certificate. */
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

/** undici's sentence where a proxy wants a password for what is not encrypted; its code is that of wrong arguments. */
const wantsPassword = /^Proxy Authentication Required/;

/** How deep an error may hide another one. */
const deepest = 6;

/** The failure of a proxy, as deep as it lies; undefined for every other failure. */
export function proxyFailureIn(error: unknown, depth = 0): ProxyFailed | undefined {
  if (!(error instanceof Error) || depth > deepest) return undefined;
  if (error instanceof ProxyFailed) return error;
  if (wantsPassword.test(error.message)) return new ProxyFailed({ status: 407, cause: error });
  return proxyFailureIn(insideOf(error), depth + 1);
}

/** What is in the way, as deep as the error's causes lie; undefined for every other failure. */
export function obstacleIn(error: unknown): Obstacle | undefined {
  return proxyFailureIn(error) ? 'proxy' : certificateIn(error);
}

function certificateIn(error: unknown, depth = 0): Obstacle | undefined {
  if (!(error instanceof Error) || depth > deepest) return undefined;
  if ('code' in error && certificateCodes.has(String(error.code))) return 'certificate';
  return certificateIn(insideOf(error), depth + 1);
}

/** Slack's client keeps what it met as `original`. */
function insideOf(error: Error): unknown {
  return 'original' in error ? error.original : error.cause;
}
