import { Choice, Id, NestedList, Text } from '#libs/fields';
import { type Component, COMPONENTS } from '../../statement-terms.js';
import { type ProblemKind, PROBLEMS, type ReportProblem } from '../problems.js';

/** What keeps a report from being published, of the whole report or of a requirement. */
class ReportProblemDto implements ReportProblem {
  @Choice(Object.keys(PROBLEMS) as ProblemKind[], { name: 'ReportProblemCode' })
  code: ProblemKind;
  @Id({ nullable: true })
  requirementId: string | null;
  @Text({ nullable: true, description: 'The number of the requirement.', example: '1.4.3' })
  requirement: string | null;
  @Choice(COMPONENTS, { name: 'ReportComponent', nullable: true })
  component: Component | null;
  @Text()
  message: string;
}

/** Everything that keeps a report from being published. */
export class ReportProblemList {
  @NestedList(() => ReportProblemDto)
  problems: ReportProblem[];
}

/** The secret part of the public addresses of a report. */
export class PublicTokenEnvelope {
  @Text()
  publicToken: string;
}
