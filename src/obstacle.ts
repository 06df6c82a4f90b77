/** Why somebody on the way lets no connection come to be: not a byte of the request was sent. */
export type Obstacle = 'certificate' | 'proxy';

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

/** undici's, for a tunnel that the proxy broke off. */
const proxyCodes: ReadonlySet<string> = new Set(['UND_ERR_PRX_CONN', 'UND_ERR_PRX_TLS']);
/** And its sentences where the proxy refuses, which share their codes with others. */
const refusedByProxy = /^(Proxy response \(\d+\) !== 200|Proxy Authentication Required)/;

/** What is in the way, as deep as the error's causes lie; undefined for every other failure. */
export function obstacleIn(error: unknown): Obstacle | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (certificateCodes.has(code)) return 'certificate';
  if (proxyCodes.has(code) || refusedByProxy.test(error.message)) return 'proxy';
  // Slack's client keeps what it met as `original`.
  return obstacleIn('original' in error ? error.original : error.cause);
}
