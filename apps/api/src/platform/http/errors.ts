import { DomainError } from '#libs/errors';

/** The body's type is not one the endpoint reads. */
export class UnsupportedType extends DomainError {
  readonly kind = 'unsupported_type';
  readonly code = 'unsupported_media_type';
}

/** The body is larger than the endpoint accepts. */
export class TooLarge extends DomainError {
  readonly kind = 'too_large';
  readonly code = 'payload_too_large';
}
