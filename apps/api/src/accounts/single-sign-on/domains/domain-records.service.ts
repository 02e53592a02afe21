import { promises as dns } from 'node:dns';
import { Settings } from '#libs/config';
import { Injectable } from '@nestjs/common';

/** The name of the TXT record that proves a domain. */
export const recordName = (domain: string): string => `_curbcut.${domain}`;

/** What that record says. */
export const recordValue = (token: string): string => `curbcut=${token}`;

// Both mean that the name has no such record; all else, that nobody can tell.
const NONE = ['ENOTFOUND', 'ENODATA'];

/** Looks up by which TXT records a domain is proved. */
@Injectable()
export class DomainRecords {
  private readonly resolver = new dns.Resolver({ timeout: 2000, tries: 2 });

  constructor({ dnsServers }: Settings) {
    if (dnsServers.length > 0) this.resolver.setServers(dnsServers);
  }

  /** What the records of a domain say; undefined: no server has answered, which is no answer that there are none. */
  async find(domain: string): Promise<readonly string[] | undefined> {
    try {
      const records = await this.resolver.resolveTxt(recordName(domain));
      return records.map((parts) => parts.join('').trim());
    } catch (error) {
      return NONE.includes((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined;
    }
  }
}
