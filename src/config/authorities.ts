import { X509Certificate } from 'node:crypto';
import type { Environment } from './environment.ts';

/** Valid certificates in PEM text; unreadable ones are skipped. */
export function certificatesIn(text: string): string[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  return blocks.filter(isCertificate);
}

function isCertificate(block: string): boolean {
  try {
    return new X509Certificate(block).raw.length > 0;
  } catch {
    return false;
  }
}

/**
 * Problems with the file in NODE_EXTRA_CA_CERTS. Node itself only warns about an unreadable file and continues
 * without it.
 * @param readFile returns a file's text, or throws
 */
export function authorityProblems(
  { NODE_EXTRA_CA_CERTS: path }: Environment,
  readFile: (path: string) => string,
): string[] {
  if (!path) return [];
  try {
    if (certificatesIn(readFile(path)).length > 0) return [];
    return [`NODE_EXTRA_CA_CERTS: There’s no certificate in ${path}. It has to be in PEM format.`];
  } catch {
    return [`NODE_EXTRA_CA_CERTS: The file ${path} can’t be read. Check that it exists and who may read it.`];
  }
}
