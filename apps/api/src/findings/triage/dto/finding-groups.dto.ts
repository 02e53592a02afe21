import { ChoiceParameter, Described, IdParameter, Integer, named, Nested, NestedList, Text } from '#libs/fields';
import { ProductParameter } from '../../../platform/lists/shared-fields.js';
import { Total } from '../../../platform/lists/pagination.js';
import { CountsBySeverity } from '../../../records/issues/dto/counts-by-severity.dto.js';
import { FindingsQuery } from './finding.dto.js';

const GROUP_KEYS = named(
  'FindingGrouping',
  ['rule', 'sourceUrl', 'selector', 'tool', 'severity', 'status', 'groupKey'],
  'What findings have in common; of `sourceUrl` the page where they are now, so that one may be in several groups.',
);
/** What findings of a group have in common. */
export type GroupKey = (typeof GROUP_KEYS)[number];

/** By what findings of a product are grouped, and which of them. */
export class FindingGroupsQuery extends FindingsQuery {
  @ChoiceParameter(GROUP_KEYS, { default: 'rule', description: 'What the findings of a group have in common.' })
  by: GroupKey = 'rule';
}

/** The same in an organization. */
export class OrganizationFindingGroupsQuery extends FindingGroupsQuery {
  @IdParameter()
  productId?: string;
  @ProductParameter()
  product?: string;
}

@Described('How many findings a tool has reported.')
class CountByTool {
  @Text({ description: 'Lower-cased, as findings name it.' })
  tool: string;
  @Integer({ min: 1, description: 'How many of the group are its findings.' })
  count: number;
}

@Described('Findings that have something in common.')
class FindingsGroupDto {
  @Text({ nullable: true, description: 'What they have in common; null: nothing is told of it.' })
  key: string | null;
  @Text({ nullable: true, description: 'Of a rule, and of `groupKey`, the title of one of its findings, else null.' })
  title: string | null;
  @Integer({ min: 1, description: 'How many they are.' })
  count: number;
  @Nested(() => CountsBySeverity)
  bySeverity: CountsBySeverity;
  @NestedList(() => CountByTool, {
    nullable: true,
    description: 'By `groupKey`: the tools that report them, of the most first; else null.',
  })
  byTool: CountByTool[] | null;
}

/** A page of groups of findings, the largest first. */
export class FindingGroupPage {
  @NestedList(() => FindingsGroupDto)
  groups: FindingsGroupDto[];
  @Total()
  total: number | null;
  @Integer({ min: 0, description: 'How many findings all groups have together.' })
  findings: number;
  @Integer()
  page: number;
  @Integer()
  pageSize: number;
}
