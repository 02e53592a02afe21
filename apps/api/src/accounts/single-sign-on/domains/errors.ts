import { BadRequest, Conflict, DomainError } from '#libs/errors';

/** The domain is another organization's. */
export class DomainTaken extends Conflict {
  readonly code = 'domain_taken';
  /** @param moves from when on it would be the caller's, where its holder's record is gone */
  constructor(moves: Date | null = null) {
    super(
      moves === null
        ? 'Another organization has verified this domain.'
        : `Another organization has verified this domain, but its record is missing. Verify again after ${moves.toISOString()}.`,
    );
  }
}

/** The TXT record is not there. */
export class DomainNotProved extends Conflict {
  readonly code = 'domain_not_proved';
  constructor(name: string, value: string) {
    super(`There is no TXT record ${name} with the value ${value}. A new record can take hours to become visible.`);
  }
}

/** No DNS server has answered. */
export class DnsUnavailable extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'dns_unavailable';
  constructor() {
    super('The DNS servers of the domain do not respond. Try again shortly.');
  }
}

/** The mailed code is wrong, used or too old. */
export class DomainCodeRefused extends BadRequest {
  override readonly code = 'domain_code_refused';
  constructor() {
    const message = 'The code is wrong, used or expired.';
    super(message, [{ path: '/code', code: 'not_allowed', message }]);
  }
}
