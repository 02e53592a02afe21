import { Injectable } from '@nestjs/common';

/** Set first when the service stops, so that load balancers stop sending requests. */
@Injectable()
export class Readiness {
  stopping = false;
  /** What could not be put in place at the start, because a machine behind the database was away. */
  waiting: readonly string[] = [];
}
