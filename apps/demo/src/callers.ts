import { createCurbcut, type Curbcut } from '#libs/client';

/** The service at an address, as seen by whoever has a credential; without one by who signs up. */
export type Service = (credential?: { token: string } | { apiKey: string }) => Curbcut;

export const serviceAt =
  (baseUrl: string): Service =>
  (credential) =>
    createCurbcut({ baseUrl, ...credential });

/** A product, as the paths of its records name it. */
export interface ProductPlace {
  orgId: string;
  productSlug: string;
}
