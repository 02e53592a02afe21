import { ChoiceParameter, Described, IdParameter, Integer, named, Nested, NestedList, Text } from '#libs/fields';
import { ProductParameter } from '../../../platform/lists/shared-fields.js';
import { Total } from '../../../platform/lists/pagination.js';
import { CountsBySeverity } from '../../../records/issues/dto/counts-by-severity.dto.js';
import { FindingsQuery } from './finding.dto.js';

const GROUP_KEYS = named(
  'FindingGrouping',
  ['rule', 'sourceUrl', 'selector', 'tool', 'severity', 'status', 'groupKey'],
  'The grouping of findings; with `sourceUrl`, by current page, so that a finding can be in several groups.',
);
/** What findings of a group have in common. */
export type GroupKey = (typeof GROUP_KEYS)[number];

/** By what findings of a product are grouped, and which of them. */
export class FindingGroupsQuery extends FindingsQuery {
  @ChoiceParameter(GROUP_KEYS, { default: 'rule', description: 'The common value of a group of findings.' })
  by: GroupKey = 'rule';
}

/** The same in an organization. */
export class OrganizationFindingGroupsQuery extends FindingGroupsQuery {
  @IdParameter()
  productId?: string;
  @ProductParameter()
  product?: string;
}

@Described('Number of findings by tool.')
class CountByTool {
  @Text({ description: 'In lower case, as in findings.' })
  tool: string;
  @Integer({ min: 1, description: 'The number of its findings in the group.' })
  count: number;
}

@Described('A group of findings.')
class FindingsGroupDto {
  @Text({ nullable: true, description: 'The common value; null if the findings have none.' })
  key: string | null;
  @Text({
    nullable: true,
    description: 'For a rule or a `groupKey`, the title of one of its findings; otherwise null.',
  })
  title: string | null;
  @Integer({ min: 1, description: 'The number of findings.' })
  count: number;
  @Nested(() => CountsBySeverity)
  bySeverity: CountsBySeverity;
  @NestedList(() => CountByTool, {
    nullable: true,
    description: 'With `groupKey`: the tools, ordered by number of findings; otherwise null.',
  })
  byTool: CountByTool[] | null;
}

/** A page of groups of findings, the largest first. */
export class FindingGroupPage {
  @NestedList(() => FindingsGroupDto)
  groups: FindingsGroupDto[];
  @Total()
  total: number | null;
  @Integer({ min: 0, description: 'The total number of findings in all groups.' })
  findings: number;
  @Integer()
  page: number;
  @Integer()
  pageSize: number;
}
