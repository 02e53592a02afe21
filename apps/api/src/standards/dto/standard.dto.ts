import {
  Choice,
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
import { STANDARD_SOURCES, type StandardSource } from '../standard.entity.js';

class LevelDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @Text({ nullable: true })
  description: string | null;
  @Integer({ min: 0 })
  sortOrder: number;
}

/** A set of requirements to conform to. */
export class StandardDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @Text()
  slug: string;
  @Text({ nullable: true })
  description: string | null;
  @Choice(STANDARD_SOURCES, { name: 'StandardSource' })
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

  static from({ revision: _, ...standard }: StandardDto & { revision: number }): StandardDto {
    return standard;
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
export class GroupDto {
  @Id()
  id: string;
  @Id()
  standardId: string;
  @Id({ nullable: true })
  parentId: string | null;
  @Text()
  name: string;
  @Text({ nullable: true })
  description: string | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  static from({ revision: _, sortOrder: __, ...group }: GroupDto & { revision: number; sortOrder: number }): GroupDto {
    return group;
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
  @IdParameter({ description: 'The id of a level; exact, on cumulative standards too.' })
  level?: string;
}
