import { Injectable } from '@nestjs/common';

/** Set first when the service stops, so that load balancers stop sending requests. */
@Injectable()
export class Readiness {
  stopping = false;
}
