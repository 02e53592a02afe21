import { inThread, type ThreadLimits } from '#libs/threads';
import { Injectable } from '@nestjs/common';
import { ResourcePlaces } from './resource-places.service.js';

/**
 * Does work of the current request in a thread of its own, when its account has a place: a thread may take as much
 * memory as the rest of the service.
 */
@Injectable()
export class Threads {
  constructor(private readonly places: ResourcePlaces) {}

  /**
   * What the program of a file makes of these parts.
   * @throws ThreadLimitExceeded, TemporarilyUnavailable
   */
  run(file: URL, parts: readonly unknown[], limits: ThreadLimits): Promise<Uint8Array> {
    return this.places.run('threads', () => inThread(file, parts, limits));
  }
}
