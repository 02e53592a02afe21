import { Described, Integer } from '#libs/fields';

/** How many records have each severity, of issues as of findings. */
@Described('How many records have each severity.')
export class CountsBySeverity {
  @Integer({ min: 0 })
  high: number;
  @Integer({ min: 0 })
  medium: number;
  @Integer({ min: 0 })
  low: number;
  @Integer({ min: 0, description: 'Those of no severity.' })
  none: number;
}
