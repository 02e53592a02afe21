import { Choice, Described, HttpUrl, Integer, named, Text } from '#libs/fields';

export const TRIGGERS = named(
  'Trigger',
  ['pull_request', 'push', 'schedule', 'manual', 'other'],
  'The trigger of a run.',
);
export type Trigger = (typeof TRIGGERS)[number];

/** The same here and in the body of a report. */
export const CONTEXT_DESCRIPTIONS = {
  commitSha: 'The tested commit; for a pull request, its head, not the merge commit.',
  prNumber: 'The number of the pull or merge request in its repository.',
  prUrl: 'The URL of the pull or merge request, which identifies the repository.',
  runNumber: 'The run number shown by the CI.',
  runAttempt: '1 for a first run.',
};

/** What started a run, which code it evaluated and where it ran. */
@Described('The trigger of a run, and the tested code.')
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
      'The tested deployment; absent for a server started within the CI job. Feeds cannot filter by `preview`, `none` and names containing a comma.',
  })
  environment?: string;

  @Integer({ optional: true, min: 0, max: 2_147_483_647, description: CONTEXT_DESCRIPTIONS.runNumber })
  runNumber?: number;

  @Integer({ optional: true, min: 1, max: 2_147_483_647, description: CONTEXT_DESCRIPTIONS.runAttempt })
  runAttempt?: number;
}
