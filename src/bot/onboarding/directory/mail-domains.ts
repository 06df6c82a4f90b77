import leven from 'leven';

/** The domains of the employees' addresses. */
export interface MailDomains {
  all: ReadonlySet<string>;
  /** Those that several people have, the most common one first. */
  common: readonly string[];
}

/** So many people make a domain the company's own; of more domains than that, the rarer ones are left out. */
const fewestPeople = 3;
const mostDomains = 20;
/** The most letters by which a typing mistake differs. */
const mostLetters = 2;

/** @param counts how many people have an address at each */
export function mailDomainsOf(counts: ReadonlyMap<string, number>): MailDomains {
  const several = [...counts].filter(([, count]) => count >= fewestPeople);
  const common = several.toSorted(([, one], [, other]) => other - one).slice(0, mostDomains);
  return { all: new Set(counts.keys()), common: common.map(([domain]) => domain) };
}

/** What stands behind the @, in lower case; empty where there is none. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** The domain that was meant, where nobody has an address at this one and it is nearly one that several people have. */
export function domainMeant(domain: string, { all, common }: MailDomains): string | undefined {
  if (domain === '' || all.has(domain)) return undefined;
  const maxDistance = mostLetters + 1;
  return common.find((one) => leven(one, domain, { maxDistance }) < maxDistance);
}
