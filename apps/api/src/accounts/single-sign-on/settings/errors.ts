import { Conflict } from '#libs/errors';

/** People can be made to come in by a provider only where it can say who they are. */
export class ProvedDomainNeeded extends Conflict {
  readonly code = 'proved_domain_needed';
  constructor(message = 'Verify a domain of the organization first. The provider works only with a verified domain.') {
    super(message);
  }
}
