import { InvalidInput } from '#libs/errors';

/** A webhook must not reach into the network that the service runs in. */
export const privateAddress = (): InvalidInput =>
  new InvalidInput([
    {
      path: '/url',
      code: 'private_address',
      message: 'url must lead to the public internet, not to a private address',
    },
  ]);
