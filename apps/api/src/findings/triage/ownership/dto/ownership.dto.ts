import { CheckTogether, Described, Flag, Id, Integer, Nested, NestedList, Text } from '#libs/fields';
import { PAGE_PATH } from '../../../../products/products/dto/product.dto.js';

const OPTION = { optional: true, nullable: true };

@Described('Which issues a rule is for: all that is named must hold; nothing: all issues.')
export class OwnershipMatchDto {
  @Text({
    ...OPTION,
    max: 500,
    form: PAGE_PATH,
    example: '/checkout/**',
    description: 'A path, written as in `pageRules` of the product: the finding was seen on one of these pages.',
  })
  page?: string | null;
  @Text({
    ...OPTION,
    max: 200,
    filled: true,
    description: 'The slug of an area: that of the issue, or of the run that found it.',
  })
  area?: string | null;
  @Text({ ...OPTION, max: 120, filled: true, description: 'The tool that found it, in any case.' })
  tool?: string | null;
  @Text({ ...OPTION, max: 200, filled: true, description: 'The rule of that tool.' })
  ruleId?: string | null;
  @Text({ ...OPTION, max: 100, filled: true, description: 'A success criterion, such as `1.4.3`.' })
  wcag?: string | null;
  @Text({ ...OPTION, max: 1000, filled: true, description: 'The whole selector; `*` stands for anything.' })
  selector?: string | null;
}

@Described('Whose the issues are: one of these.')
export class OwnershipAssignDto {
  @Id({ ...OPTION, description: 'The user id of a member.' })
  userId?: string | null;
  @Id({ ...OPTION, description: 'A team: it is that of the issue, and nobody is assigned.' })
  teamId?: string | null;
  @Id({
    ...OPTION,
    description: 'A team whose members take turns: who was not taken for the longest time is assigned.',
  })
  roundRobin?: string | null;
}

/** A rule that is to hold. */
@Described('A rule: which issues are whose.')
export class OwnershipRuleInput {
  @Nested(() => OwnershipMatchDto)
  match: OwnershipMatchDto;
  @Nested(() => OwnershipAssignDto)
  assign: OwnershipAssignDto;
}

/** A rule as it is kept. */
@Described('A rule: which issues are whose.')
export class OwnershipRuleDto {
  @Nested(() => OwnershipMatchDto)
  match: OwnershipMatchDto;
  @Nested(() => OwnershipAssignDto)
  assign: OwnershipAssignDto;
  @Flag({ description: 'Nobody whom it names is there any more, or its area is gone: it is passed by.' })
  broken: boolean;
}

/** Whose the issues are that are made from findings of a product. */
export class OwnershipRuleList {
  @NestedList(() => OwnershipRuleDto, { description: 'The first that fits decides.' })
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
  @NestedList(() => OwnershipRuleInput, { max: 100, description: 'The first that fits decides.' })
  rules: OwnershipRuleInput[];
}

/** Rules that are only tried. */
@CheckTogether<PreviewOwnershipRules>(assignFaults)
export class PreviewOwnershipRules {
  @NestedList(() => OwnershipRuleInput, { optional: true, max: 100, description: 'Absent: those that are kept.' })
  rules?: OwnershipRuleInput[];
}

@Described('What a rule would do.')
export class OwnershipRuleOutcome {
  @Integer({ min: 0, description: 'For how many findings it would decide.' })
  findings: number;
  @Flag({ description: 'Nobody whom it names is there, or its area is gone: it is passed by.' })
  broken: boolean;
}

@Described('How many findings would be whose.')
export class OwnershipShareDto {
  @Id({ nullable: true, description: 'The user id of a member; null: of nobody in the team.' })
  userId: string | null;
  @Id({ nullable: true, description: 'The team of the issues; null: none.' })
  teamId: string | null;
  @Integer({ min: 1, description: 'How many findings.' })
  findings: number;
}

/** What rules would do to the findings that are open. */
export class OwnershipPreview {
  @Integer({
    min: 0,
    description:
      'How many findings were looked at: the newest of those that wait for a decision, or whose open issue nobody does.',
  })
  findings: number;
  @Flag({ description: 'Whether there are older ones, which were not looked at.' })
  more: boolean;
  @Integer({ min: 0, description: 'For how many of these no rule would decide.' })
  unowned: number;
  @NestedList(() => OwnershipRuleOutcome, { description: 'In the order of the rules.' })
  rules: OwnershipRuleOutcome[];
  @NestedList(() => OwnershipShareDto, { description: 'Who would have how many, the most first.' })
  shares: OwnershipShareDto[];
}
