import {
  Choice,
  Described,
  fieldsOf,
  Flag,
  Id,
  IdParameter,
  Integer,
  Nested,
  NestedList,
  Text,
  TextParameter,
  Timestamp,
} from '#libs/fields';
import { Slug } from '../../../platform/lists/shared-fields.js';
import { STANDARD_SOURCES, type StandardSource } from '../standard.entity.js';

@Described('A level of conformance of a standard, such as AA.')
class LevelDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @Text({ nullable: true })
  description: string | null;
  @Integer({ min: 0, description: 'The position, starting at 0 with the lowest level.' })
  sortOrder: number;
}

/** A set of requirements to conform to. */
@Described('A standard for products: built in, such as WCAG 2.2, or custom.')
export class StandardDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @Slug()
  slug: string;
  @Text({ nullable: true })
  description: string | null;
  @Choice(STANDARD_SOURCES)
  source: StandardSource;
  @Flag({ description: 'False for built-in standards.' })
  editable: boolean;
  @Id({ nullable: true, description: 'Null for built-in standards.' })
  organizationId: string | null;
  @Flag({ description: 'Whether meeting a higher level implies all lower ones.' })
  cumulative: boolean;
  @NestedList(() => LevelDto)
  levels: LevelDto[];
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  static from(standard: StandardDto): StandardDto {
    return fieldsOf(StandardDto, standard);
  }
}

/** One standard. */
export class StandardEnvelope {
  @Nested(() => StandardDto)
  standard: StandardDto;
}

/** The built-in standards and the organization's own. */
export class StandardList {
  @NestedList(() => StandardDto)
  standards: StandardDto[];
}

/** A heading under which a standard gathers requirements. */
@Described('A chapter of a standard.')
export class GroupDto {
  @Id()
  id: string;
  @Id()
  standardId: string;
  @Id({ nullable: true, description: 'The parent group; null if none.' })
  parentId: string | null;
  @Text()
  name: string;
  @Text({ nullable: true })
  description: string | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  static from(group: GroupDto): GroupDto {
    return fieldsOf(GroupDto, group);
  }
}

/** The groups of a standard, in its order. */
export class GroupList {
  @NestedList(() => GroupDto)
  groups: GroupDto[];
}

/** Which requirements of a standard to list. */
export class ListRequirementsQuery {
  @TextParameter({ description: 'A version tag, such as `2.1`.' })
  version?: string;
  @IdParameter({ description: 'The id of a level; an exact match, also for cumulative standards.' })
  level?: string;
}
