import { HttpUrl } from '#libs/fields';

/** Where to go to try the provider of an organization. */
export class TrialAtProvider {
  @HttpUrl({ max: 16_000, description: 'The sign-in page of the provider, for a test.' })
  url: string;
}
