import { Choice, ChoiceParameter, Described, Id, named, NestedList, Text } from '#libs/fields';
import { type Component, COMPONENTS } from '../../statement-terms.js';
import { STATEMENT_NAMES, type StatementName } from '../../statements/statement-forms.js';
import { STATEMENT_PROBLEMS } from '../../statements/statement-problems.js';
import { PROBLEMS, type ReportProblem } from '../problems.js';

const PROBLEM_CODES = [
  ...new Set([...Object.keys(PROBLEMS), ...Object.keys(STATEMENT_PROBLEMS)]),
] as ReportProblem['code'][];

/** For what the problems are asked. */
export class ProblemsQuery {
  @ChoiceParameter(STATEMENT_NAMES, {
    description: 'The missing content for this form of statement, instead of the reasons against publication.',
  })
  form?: StatementName;
}

/** What keeps a report from being published, of the whole report or of a requirement. */
@Described('A problem that prevents the publication of a report.')
export class ReportProblemDto implements ReportProblem {
  @Choice(named('ReportProblemCode', PROBLEM_CODES, 'Stable; `message` is the text.'))
  code: ReportProblem['code'];
  @Id({
    optional: true,
    description: 'For a report on several standards, the affected standard; absent if the problem is general.',
  })
  standardId?: string;
  @Id({ nullable: true, description: 'The id of a requirement of its standard.' })
  requirementId: string | null;
  @Text({ nullable: true, description: 'The number of the requirement.', example: '1.4.3' })
  requirement: string | null;
  @Choice(COMPONENTS, { nullable: true })
  component: Component | null;
  @Text({ description: 'Human-readable; may change.' })
  message: string;
}

/** Everything that keeps a report from being published. */
export class ReportProblemList {
  @NestedList(() => ReportProblemDto)
  problems: ReportProblem[];
}

/** The secret part of the public addresses of a report. */
export class PublicTokenEnvelope {
  @Text({ description: 'The token in its public URLs; null in lists, for members, and without a public URL.' })
  publicToken: string;
}
