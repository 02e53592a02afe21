import { Described, Id, IdList, IntegerList, NestedList, Text } from '#libs/fields';

@Described('The assignments of a member.')
class AssignmentDto {
  @Id({ description: 'The user id of a member.' })
  memberId: string;
  @Text({ description: 'The name of the member.' })
  name: string;
  @IdList({ max: 1_000, description: 'Requirements of the audit.' })
  requirementIds: string[];
  @IntegerList({ nullable: true, description: 'The numbers of the entries; null for all of them.' })
  entries: number[] | null;
}

/** Who examines what in an audit. */
export class AssignmentList {
  @NestedList(() => AssignmentDto)
  assignments: AssignmentDto[];
}

@Described('An assignment: requirements, or all requirements of groups of the standard.')
class Assign {
  @Id({ description: 'The user id of a member.' })
  memberId: string;
  @IdList({ optional: true, max: 1_000, description: 'Requirements of the audit.' })
  requirementIds?: string[];
  @IdList({ optional: true, max: 100, description: 'Groups of the standard, with their subgroups.' })
  groupIds?: string[];
  @IntegerList({
    optional: true,
    nullable: true,
    max: 500,
    description: 'The numbers of the entries; all if absent.',
  })
  entries?: number[] | null;
}

/** Who is to examine what, in place of what was assigned. */
export class AssignAudit {
  @NestedList(() => Assign, { max: 100 })
  assignments: Assign[];
}
