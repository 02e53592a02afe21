import { Integer, Text } from '#libs/fields';

/** The secret that is also configured at GitHub. */
export class SetGitHubSecret {
  @Text({ min: 16, max: 200, description: 'Shared with GitHub, which signs its messages with it.' })
  secret: string;
}

/** How many issues changed, or lines ended. */
export class Received {
  @Integer({ min: 0, description: 'How many were changed.' })
  updated: number;
}
