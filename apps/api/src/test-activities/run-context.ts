import { Choice, Text, HttpUrl, Integer } from '#libs/fields';

export const TRIGGERS = ['pull_request', 'push', 'schedule', 'manual', 'other'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** What started a run, which code it evaluated and where it ran. */
export class RunContext {
  @Choice(TRIGGERS, { name: 'Trigger' })
  trigger: Trigger;

  @Text({ optional: true, max: 255, description: 'Branch or tag.' })
  ref?: string;

  @Text({ optional: true, max: 64 })
  commitSha?: string;

  @Integer({ optional: true, min: 1, max: 2_147_483_647 })
  prNumber?: number;

  @HttpUrl({ optional: true })
  prUrl?: string;

  @Text({
    optional: true,
    max: 120,
    description:
      'The deployment the run targeted; absent for a server that the CI job started itself. Feeds cannot be asked for `preview`, `none` and names with a comma.',
  })
  environment?: string;

  @Integer({ optional: true, min: 0, max: 2_147_483_647 })
  runNumber?: number;

  @Integer({ optional: true, min: 1, max: 2_147_483_647, description: '1 for a first run.' })
  runAttempt?: number;
}
