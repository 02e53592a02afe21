import { Described, Id, IdList, IntegerList, NestedList, Text } from '#libs/fields';

@Described('What a member examines.')
class AssignmentDto {
  @Id({ description: 'The user id of a member.' })
  memberId: string;
  @Text({ description: 'The name of the member.' })
  name: string;
  @IdList({ max: 1_000, description: 'Requirements that the audit asks for.' })
  requirementIds: string[];
  @IntegerList({ nullable: true, description: 'The numbers of entries; null: on all of them.' })
  entries: number[] | null;
}

/** Who examines what in an audit. */
export class AssignmentList {
  @NestedList(() => AssignmentDto)
  assignments: AssignmentDto[];
}

@Described('What a member is to examine: requirements, or all of some groups of the standard.')
class Assign {
  @Id({ description: 'The user id of a member.' })
  memberId: string;
  @IdList({ optional: true, max: 1_000, description: 'Requirements that the audit asks for.' })
  requirementIds?: string[];
  @IdList({ optional: true, max: 100, description: 'Groups of the standard with all that is within them.' })
  groupIds?: string[];
  @IntegerList({
    optional: true,
    nullable: true,
    max: 500,
    description: 'On these entries; on all of them when absent.',
  })
  entries?: number[] | null;
}

/** Who is to examine what, in place of what was assigned. */
export class AssignAudit {
  @NestedList(() => Assign, { max: 100 })
  assignments: Assign[];
}
