import { Flag, HttpUrl, Integer, Text } from '#libs/fields';

/** The secret that is also configured at GitHub. */
export class SetGitHubSecret {
  @Text({ min: 16, max: 200, description: 'The secret shared with GitHub for signing its messages.' })
  secret: string;
}

/** What GitHub is to know; the secret itself is never shown. */
export class GitHubSettings {
  @HttpUrl({ description: 'The webhook URL to enter at GitHub, with the content type `application/json`.' })
  url: string;
  @Flag({ description: 'Whether a secret is set; without one, deliveries are rejected.' })
  secretSet: boolean;
}

/** How many issues changed, or lines ended. */
export class Received {
  @Integer({ min: 0, description: 'The number of changed issues.' })
  updated: number;
}
