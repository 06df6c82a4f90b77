import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** In PEM format. */
export interface Certificate {
  cert: string;
  key: string;
}

/** A company's own certificate authority and a server certificate signed by it (RFC 5280, section 4.1). */
export function privateAuthority(hosts: readonly string[]): { authority: string; server: Certificate } {
  const root = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const isAuthority = extension([0x55, 0x1d, 0x13], der(0x30, der(0x01, [0xff])), true);
  const names = hosts.map((host) => der(0x82, Buffer.from(host)));
  const isFor = extension([0x55, 0x1d, 0x11], der(0x30, ...names), false);
  const authority = certificate(
    { serial: 1, subject: 'Acme', of: root.publicKey, more: isAuthority },
    root.privateKey,
  );
  const cert = certificate({ serial: 2, subject: 'Hosts', of: own.publicKey, more: isFor }, root.privateKey);
  return {
    authority,
    server: { cert, key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
  };
}

interface Certified {
  serial: number;
  subject: string;
  of: KeyObject;
  more: Buffer;
}

function certificate({ serial, subject, of, more }: Certified, by: KeyObject): string {
  const version = der(0xa0, der(0x02, [2]));
  const valid = der(
    0x30,
    der(0x18, Buffer.from('20000101000000Z')),
    der(0x18, Buffer.from('29991231235959Z')),
  );
  const key = of.export({ type: 'spki', format: 'der' });
  const content = der(
    0x30,
    version,
    der(0x02, [serial]),
    algorithm,
    commonName('Acme'),
    valid,
    commonName(subject),
    key,
    der(0xa3, der(0x30, more)),
  );
  const whole = der(0x30, content, algorithm, der(0x03, [0], sign('sha256', content, by)));
  return `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`;
}

/** Encodes one ASN.1 value in DER: tag, length, content. */
function der(tag: number, ...parts: readonly (Uint8Array | readonly number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Uint8Array.from(part)));
  const { length } = body;
  const short =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Uint8Array.from([tag, ...short]), body]);
}

/** ECDSA with SHA-256 (RFC 5758, section 3.2). */
const algorithm = der(0x30, der(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));

function commonName(name: string): Buffer {
  return der(0x30, der(0x31, der(0x30, der(0x06, [0x55, 0x04, 0x03]), der(0x0c, Buffer.from(name)))));
}

function extension(id: number[], value: Buffer, isCritical: boolean): Buffer {
  const critical = isCritical ? [der(0x01, [0xff])] : [];
  return der(0x30, der(0x06, id), ...critical, der(0x04, value));
}
