import { type ProxyFailed, proxyFailureIn } from '../../obstacle.ts';
import { type Clock, within } from '../../time/clock.ts';
import { type Check, type Found, failure, type Result, unchecked, warning } from './check.ts';
import { say } from './messages.ts';

/** Limit for one check, in milliseconds, beside its own limits: somebody waits for all of them. */
const longest = 20_000;

/**
 * Runs all checks concurrently, so that no failure hides another; a check that depends on a failed one is
 * `unchecked`. Always resolves.
 * @returns results in the order of the checks
 */
export function runChecks(checks: readonly Check[], clock: Clock): Promise<Result[]> {
  const begun = new Map<string, Promise<Result>>();
  const byName = new Map(checks.map((check) => [check.name, check]));

  function resultOf(check: Check): Promise<Result> {
    const result = begun.get(check.name) ?? made(check);
    begun.set(check.name, result);
    return result;
  }

  async function made(check: Check): Promise<Result> {
    const found = (await obstacleTo(check)) ?? (await lookInTime(check, clock));
    return { name: check.name, title: check.title, ...found };
  }

  async function obstacleTo({ needs = [] }: Check): Promise<Found | undefined> {
    for (const name of needs) {
      const needed = byName.get(name);
      const before = needed && (await resultOf(needed));
      if (before?.state === 'unchecked') return unchecked(before.say);
      if (before?.state === 'failure' || before?.stops)
        return unchecked(() => say().comesFirst(before.title()));
    }
    return undefined;
  }

  return Promise.all(checks.map(resultOf));
}

async function lookInTime({ look }: Check, clock: Clock): Promise<Found> {
  try {
    const found = await within(clock, longest, Promise.resolve().then(look));
    return found ?? failure(() => say().tooSlow(longest / 1000));
  } catch (error) {
    // A bug: the result is unknown, and the message might contain anything.
    const kind = error instanceof Error ? error.name : typeof error;
    return warning(() => say().unexpected(kind));
  }
}

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
