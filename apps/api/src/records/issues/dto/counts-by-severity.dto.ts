import { Described, Integer } from '#libs/fields';

/** How many records have each severity, of issues as of findings. */
@Described('Number of records by severity.')
export class CountsBySeverity {
  @Integer({ min: 0 })
  high: number;
  @Integer({ min: 0 })
  medium: number;
  @Integer({ min: 0 })
  low: number;
  @Integer({ min: 0, description: 'Records without a severity.' })
  none: number;
}
