import { CheckTogether, Described, Flag, Id, Integer, Nested, NestedList, Text } from '#libs/fields';
import { PAGE_PATH } from '../../../../products/products/dto/product.dto.js';

const OPTION = { optional: true, nullable: true };

@Described('The conditions of a rule; all of them must match. Without conditions, it matches all issues.')
export class OwnershipMatchDto {
  @Text({
    ...OPTION,
    max: 500,
    form: PAGE_PATH,
    example: '/checkout/**',
    description: 'A path, in the form of `pageRules` of the product: the finding was seen on a matching page.',
  })
  page?: string | null;
  @Text({
    ...OPTION,
    max: 200,
    filled: true,
    description: 'The slug of an area of the issue, or of the run that reported it.',
  })
  area?: string | null;
  @Text({ ...OPTION, max: 120, filled: true, description: 'The tool, case-insensitive.' })
  tool?: string | null;
  @Text({ ...OPTION, max: 200, filled: true, description: 'The rule of the tool.' })
  ruleId?: string | null;
  @Text({ ...OPTION, max: 100, filled: true, description: 'A success criterion, such as `1.4.3`.' })
  wcag?: string | null;
  @Text({ ...OPTION, max: 1000, filled: true, description: 'The whole selector; `*` matches any text.' })
  selector?: string | null;
}

@Described('The owner of the issues: one of these.')
export class OwnershipAssignDto {
  @Id({ ...OPTION, description: 'The user id of a member.' })
  userId?: string | null;
  @Id({ ...OPTION, description: 'A team: it becomes the team of the issue, without an assignee.' })
  teamId?: string | null;
  @Id({
    ...OPTION,
    description: 'A team for round-robin assignment: the member not assigned for the longest time is next.',
  })
  roundRobin?: string | null;
}

/** A rule that is to hold. */
@Described('A rule for the ownership of issues.')
export class OwnershipRuleInput {
  @Nested(() => OwnershipMatchDto)
  match: OwnershipMatchDto;
  @Nested(() => OwnershipAssignDto)
  assign: OwnershipAssignDto;
}

/** A rule as it is kept. */
@Described('A rule for the ownership of issues.')
export class OwnershipRuleDto {
  @Nested(() => OwnershipMatchDto)
  match: OwnershipMatchDto;
  @Nested(() => OwnershipAssignDto)
  assign: OwnershipAssignDto;
  @Flag({ description: 'The owner or the area no longer exists; the rule is skipped.' })
  broken: boolean;
}

/** Whose the issues are that are made from findings of a product. */
export class OwnershipRuleList {
  @NestedList(() => OwnershipRuleDto, { description: 'The first matching rule applies.' })
  rules: OwnershipRuleDto[];
}

const NAMES = ['userId', 'teamId', 'roundRobin'] as const;

const assignFaults = ({ rules = [] }: { rules?: OwnershipRuleInput[] }) =>
  rules.flatMap(({ assign }, index) =>
    NAMES.filter((name) => typeof assign[name] === 'string').length === 1
      ? []
      : [
          {
            path: `/rules/${index}/assign`,
            code: 'required' as const,
            message: 'exactly one of userId, teamId and roundRobin is required',
          },
        ],
  );

/** The rules that are to hold, in place of those there are. */
@CheckTogether<ReplaceOwnershipRules>(assignFaults)
export class ReplaceOwnershipRules {
  @NestedList(() => OwnershipRuleInput, { max: 100, description: 'The first matching rule applies.' })
  rules: OwnershipRuleInput[];
}

/** Rules that are only tried. */
@CheckTogether<PreviewOwnershipRules>(assignFaults)
export class PreviewOwnershipRules {
  @NestedList(() => OwnershipRuleInput, { optional: true, max: 100, description: 'If absent, the stored rules.' })
  rules?: OwnershipRuleInput[];
}

@Described('The effect of a rule.')
export class OwnershipRuleOutcome {
  @Integer({ min: 0, description: 'The number of findings it would apply to.' })
  findings: number;
  @Flag({ description: 'The owner or the area no longer exists; the rule is skipped.' })
  broken: boolean;
}

@Described('Number of findings by owner.')
export class OwnershipShareDto {
  @Id({ nullable: true, description: 'The user id of a member; null if only a team is set.' })
  userId: string | null;
  @Id({ nullable: true, description: 'The team of the issues; null if none.' })
  teamId: string | null;
  @Integer({ min: 1, description: 'The number of findings.' })
  findings: number;
}

/** What rules would do to the findings that are open. */
export class OwnershipPreview {
  @Integer({
    min: 0,
    description: 'The number of examined findings: the newest that are pending, or whose open issue has no assignee.',
  })
  findings: number;
  @Flag({ description: 'Whether there are older findings that were not examined.' })
  more: boolean;
  @Integer({ min: 0, description: 'The number of them without a matching rule.' })
  unowned: number;
  @NestedList(() => OwnershipRuleOutcome, { description: 'In the order of the rules.' })
  rules: OwnershipRuleOutcome[];
  @NestedList(() => OwnershipShareDto, { description: 'Findings by owner, highest number first.' })
  shares: OwnershipShareDto[];
}
