import leven from 'leven';

export interface MailDomains {
  all: ReadonlySet<string>;
  /** Domains that several people have, the most common first. */
  common: readonly string[];
}

/** Least people that make a domain the company's own, and the most such domains to keep. */
const fewestPeople = 3;
const mostDomains = 20;
/** Largest edit distance of a typing mistake. */
const mostLetters = 2;

/**
 * Collects the domains.
 * @param counts people per domain
 */
export function mailDomainsOf(counts: ReadonlyMap<string, number>): MailDomains {
  const several = [...counts].filter(([, count]) => count >= fewestPeople);
  const common = several.toSorted(([, one], [, other]) => other - one).slice(0, mostDomains);
  return { all: new Set(counts.keys()), common: common.map(([domain]) => domain) };
}

/** Domain of an address, in lower case; empty without one. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/**
 * Corrects a likely typing mistake: a domain that nobody has and that is close to a common one.
 * @returns undefined if there is no correction
 */
export function domainMeant(domain: string, { all, common }: MailDomains): string | undefined {
  if (domain === '' || all.has(domain)) return undefined;
  const maxDistance = mostLetters + 1;
  return common.find((one) => leven(one, domain, { maxDistance }) < maxDistance);
}
