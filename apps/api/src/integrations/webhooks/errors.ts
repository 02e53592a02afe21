import { InvalidInput, Unauthenticated } from '#libs/errors';

/** A webhook must not reach into the network that the service runs in. */
export const privateAddress = (): InvalidInput =>
  new InvalidInput([
    {
      path: '/url',
      code: 'private_address',
      message: 'url must be a public internet address',
    },
  ]);

/**
 * A delivery of GitHub names no organization, or one without a secret, or has the wrong signature: all the same to
 * strangers.
 */
export const notSigned = (): Unauthenticated =>
  new Unauthenticated('invalid_signature', 'The delivery is not signed with the secret of an organization.');
