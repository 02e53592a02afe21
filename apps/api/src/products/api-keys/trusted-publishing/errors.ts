import { BadRequest, Conflict, DomainError, Unauthenticated } from '#libs/errors';

/** The token is not taken. The answer is the same for every reason, which the log tells. */
export class TokenRefused extends Unauthenticated {
  constructor(readonly reason: string) {
    super('token_refused', 'The token was rejected. The service log has the reason; search it for the request ID.');
  }
}

/** No product trusts what a token is of. */
export class NobodyTrusts extends TokenRefused {}

/** The ids of a publisher are not those that were shown last. */
export class PresentedDiffers extends Conflict {
  readonly code = 'presented_differs';
  constructor() {
    super('These are not the ids of the last token of this repository. Read them again.');
  }
}

/** The keys of an issuer cannot be read, so that nothing can be said about its tokens. */
export class IssuerUnavailable extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'issuer_unavailable';
  /** @param cause the original error, for the log */
  constructor(issuer: string, cause: unknown) {
    super(`The keys of ${issuer} cannot be read. Try again shortly.`, { cause });
  }
}

const AMBIGUOUS = {
  productRef: 'several products trust this repository',
  organizationId: 'its pipelines have not yet been linked to a single organization',
} as const;

/** Several products trust the repository. */
export class ProductAmbiguous extends BadRequest {
  readonly code = 'product_ambiguous';
  constructor(field: keyof typeof AMBIGUOUS) {
    super(`Name ${field}: ${AMBIGUOUS[field]}.`, [
      { path: `/${field}`, code: 'required', message: `${field} is required` },
    ]);
  }
}

/** The product trusts exactly these claims already. */
export class PublisherExists extends Conflict {
  readonly code = 'already_exists';
  constructor() {
    super('The product already has a trusted publisher with these claims.');
  }
}
