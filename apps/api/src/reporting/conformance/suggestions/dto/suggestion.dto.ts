import { Choice, Described, Id, Integer, IntegerList, NestedList } from '#libs/fields';
import { type Component, COMPONENTS, type Verdict, VERDICTS } from '../../statement-terms.js';

@Described('The suggested verdict of a requirement.')
export class VerdictSuggestionDto {
  @Id({ description: 'The id of a requirement of its standard.' })
  requirementId: string;
  @Choice(COMPONENTS)
  component: Component;
  @Choice(VERDICTS, {
    nullable: true,
    description:
      'The verdict by the outcomes of its audits, unless an open issue contradicts it; otherwise `partially_supports` if issues are open; otherwise null.',
  })
  verdict: Verdict | null;
  @IntegerList({ description: 'The numbers of open issues, at most 50.' })
  issues: number[];
  @Integer({
    min: 0,
    nullable: true,
    description: 'The number of pending findings; null without the module `testing`.',
  })
  findings: number | null;
  @IntegerList({ description: 'The numbers of the test activities in which these issues were found.' })
  testActivities: number[];
  @IntegerList({ description: 'The numbers of the audits whose outcomes suggest the verdict.' })
  audits: number[];
}

/** What the data say of each requirement of a standard. */
export class VerdictSuggestions {
  @NestedList(() => VerdictSuggestionDto)
  suggestions: VerdictSuggestionDto[];
}
