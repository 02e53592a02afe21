import { createHash } from 'node:crypto';
import { currentRequest } from '#libs/logging';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ResourcePlaces } from './resource-places.service.js';

/** Of how many credentials it is known for whose account they work. */
const MOST_KNOWN = 10_000;

/**
 * Shares between accounts what it takes to let callers in, which is most of what a short call costs: who sends many at
 * once is let in one after the other while the process is crowded. For whose account a credential works is known after
 * its first call only, which counts for the network that it comes from.
 */
@Injectable()
export class AdmissionPlaces {
  /** By a digest of the credential. */
  private readonly accounts = new LRUCache<string, string>({ max: MOST_KNOWN });

  constructor(private readonly places: ResourcePlaces) {}

  /**
   * Lets in who shows this credential.
   * @throws TemporarilyUnavailable
   */
  run<T>(credential: string, letIn: () => Promise<T>): Promise<T> {
    const digest = createHash('sha256').update(credential).digest('base64');
    return this.places.run(
      'admission',
      async () => {
        const admitted = await letIn();
        const { work } = currentRequest();
        if (work) this.accounts.set(digest, work.account);
        return admitted;
      },
      { account: this.accounts.get(digest) },
    );
  }
}
