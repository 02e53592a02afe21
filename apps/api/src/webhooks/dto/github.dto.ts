import { Text, Integer } from '#libs/fields';

/** The secret that is also configured at GitHub. */
export class SetGitHubSecret {
  @Text({ min: 16, max: 200 })
  secret: string;
}

/** How many issues changed, or lines ended. */
export class Received {
  @Integer({ min: 0 })
  updated: number;
}
