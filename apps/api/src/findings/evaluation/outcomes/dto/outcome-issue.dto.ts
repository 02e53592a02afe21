import { Described, Id, Integer, Nested, Text, TextList } from '#libs/fields';
import { IssueRatings } from '../../../../records/issues/dto/issue.dto.js';
import { TITLE_LENGTH } from '../../../../products/products/title-length.js';

@Described('The content of the issue; the title defaults to the requirement.')
class IssueOfOutcomes extends IssueRatings {
  @Text({ optional: true, max: TITLE_LENGTH, filled: true })
  title?: string;
  @Text({ optional: true, nullable: true, max: 2_000 })
  description?: string | null;
}

/** An issue of what an audit has found: a new one, or one of the product. */
export class OpenIssueOfOutcomes {
  @Id({ description: 'The id of a requirement of the audit.' })
  requirementId: string;
  @TextList({ max: 10, maxItems: 500, description: 'The numbers of entries, or `all`.' })
  entries: string[];
  @Nested(() => IssueOfOutcomes, { optional: true })
  issue?: IssueOfOutcomes;
  @Integer({
    optional: true,
    min: 1,
    max: 2_147_483_647,
    description:
      'The number of an existing issue of the product to link instead of creating one; the issue itself does not change.',
  })
  issueNumber?: number;
}

/** The issue that was opened, or put there. */
export class IssueOpenedOfOutcomes {
  @Integer({ min: 1, description: 'The number of the issue in the product.' })
  issueNumber: number;
}
