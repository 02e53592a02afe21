import { Injectable } from '@nestjs/common';

/** Goes off first when the service stops, so that a load balancer looks elsewhere. */
@Injectable()
export class Readiness {
  stopping = false;
}
