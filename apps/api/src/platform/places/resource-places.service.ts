import { Settings } from '#libs/config';
import { currentRequest, onCallerGone, type Work } from '#libs/logging';
import { type Asker, crowd, Places, type Sharing } from '#libs/queues';
import { counted, gauged } from '#libs/telemetry';
import { Injectable } from '@nestjs/common';
import { networkAccount } from './account-of-work.js';
import { type ResourceName, RESOURCES } from './resources.js';

const used = gauged('curbcut_places_used', 'Work items using a shared resource.', ['resource']);
const waiting = gauged('curbcut_places_waiting', 'Work items waiting for a shared resource.', ['resource']);
const refused = counted('curbcut_places_refused_total', 'Work items rejected after waiting too long (503).', [
  'resource',
]);

/** Work of nobody, such as jobs of the service. */
const OWN: Work = { account: 'service' };

/** Shares the resources of this process between the accounts that ask for them. */
@Injectable()
export class ResourcePlaces {
  private readonly places = new Map<ResourceName, Places>();

  constructor(private readonly settings: Settings) {
    for (const resource of Object.keys(RESOURCES) as ResourceName[]) {
      refused.inc({ resource }, 0);
      const { keepsLoop, ...shared }: Sharing & { keepsLoop?: boolean } = RESOURCES[resource](settings);
      const isCrowded = keepsLoop ? (account: string): boolean => crowd.isAround(account) : undefined;
      const sharing: Sharing = { ...shared, isCrowded, onRefused: () => refused.inc({ resource }) };
      this.places.set(resource, new Places(sharing));
    }
  }

  /**
   * Does work of the current request when its account has a place; `account`: whose it is, where that is known before
   * the caller is let in.
   * @throws TemporarilyUnavailable where it got none within ten seconds, or its caller is gone
   */
  run<T>(
    resource: ResourceName,
    work: () => Promise<T>,
    { account, ...more }: Pick<Asker, 'lock' | 'size'> & { account?: string | undefined } = {},
  ): Promise<T> {
    const whose = account === undefined ? this.currentWork() : { account };
    crowd.note(whose.account);
    return this.places.get(resource)!.run({ ...whose, ...more, onGone: onCallerGone }, work);
  }

  /** Does work of an account, unless there is no place for it now: then undefined. */
  tryRun<T>(resource: ResourceName, whose: Work, work: () => Promise<T>): Promise<T> | undefined {
    return this.places.get(resource)!.tryRun(whose, work);
  }

  /** Notes for a scrape how the places stand. */
  measure(): void {
    for (const [resource, places] of this.places) {
      used.set({ resource }, places.used);
      waiting.set({ resource }, places.waiting);
    }
  }

  private currentWork(): Work {
    const { work, origin } = currentRequest();
    return work ?? (origin.address === null ? OWN : { account: networkAccount(this.settings, origin.address) });
  }
}
