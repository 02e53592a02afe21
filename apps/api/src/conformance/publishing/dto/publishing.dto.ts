import { Choice, Described, Id, named, NestedList, Text } from '#libs/fields';
import { type Component, COMPONENTS } from '../../statement-terms.js';
import { type ProblemKind, PROBLEMS, type ReportProblem } from '../problems.js';

/** What keeps a report from being published, of the whole report or of a requirement. */
@Described('What keeps a report from being published.')
export class ReportProblemDto implements ReportProblem {
  @Choice(named('ReportProblemCode', Object.keys(PROBLEMS) as ProblemKind[], 'Stable; `message` says it in words.'))
  code: ProblemKind;
  @Id({ nullable: true, description: 'The id of a requirement of its standard.' })
  requirementId: string | null;
  @Text({ nullable: true, description: 'The number of the requirement.', example: '1.4.3' })
  requirement: string | null;
  @Choice(COMPONENTS, { nullable: true })
  component: Component | null;
  @Text({ description: 'For people; may change.' })
  message: string;
}

/** Everything that keeps a report from being published. */
export class ReportProblemList {
  @NestedList(() => ReportProblemDto)
  problems: ReportProblem[];
}

/** The secret part of the public addresses of a report. */
export class PublicTokenEnvelope {
  @Text({ description: 'The secret part of its public addresses; null in lists, for members, and where it has none.' })
  publicToken: string;
}
