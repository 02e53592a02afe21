import { Choice, Described, HttpUrl, Integer, named, Text } from '#libs/fields';

export const TRIGGERS = named(
  'Trigger',
  ['pull_request', 'push', 'schedule', 'manual', 'other'],
  'What started a run.',
);
export type Trigger = (typeof TRIGGERS)[number];

/** The same here and in the body of a report. */
export const CONTEXT_DESCRIPTIONS = {
  commitSha: 'The commit that was tested: of a pull request its head, not the merge commit.',
  prNumber: 'The number of the pull or merge request, in its repository.',
  prUrl: 'Its address, of which the repository is compared.',
  runNumber: 'The number that the CI shows for the run.',
  runAttempt: '1 for a first run.',
};

/** What started a run, which code it evaluated and where it ran. */
@Described('What started a run, and of which code.')
export class RunContext {
  @Choice(TRIGGERS)
  trigger: Trigger;

  @Text({ optional: true, max: 255, description: 'Branch or tag.' })
  ref?: string;

  @Text({ optional: true, max: 64, description: CONTEXT_DESCRIPTIONS.commitSha })
  commitSha?: string;

  @Integer({ optional: true, min: 1, max: 2_147_483_647, description: CONTEXT_DESCRIPTIONS.prNumber })
  prNumber?: number;

  @HttpUrl({ optional: true, description: CONTEXT_DESCRIPTIONS.prUrl })
  prUrl?: string;

  @Text({
    optional: true,
    max: 120,
    description:
      'The deployment the run targeted; absent for a server that the CI job started itself. Feeds cannot be asked for `preview`, `none` and names with a comma.',
  })
  environment?: string;

  @Integer({ optional: true, min: 0, max: 2_147_483_647, description: CONTEXT_DESCRIPTIONS.runNumber })
  runNumber?: number;

  @Integer({ optional: true, min: 1, max: 2_147_483_647, description: CONTEXT_DESCRIPTIONS.runAttempt })
  runAttempt?: number;
}
