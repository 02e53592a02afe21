import { Injectable } from '@nestjs/common';

/** For how long the service relies on what it knows, in milliseconds. Tests set what their outcome depends on. */
@Injectable()
export class Timeouts {
  /**
   * A decision holds so long while the body arrives, or the call waits for its place: a sender could else keep it for a
   * minute.
   */
  decisionHoldsMs = 250;
}
