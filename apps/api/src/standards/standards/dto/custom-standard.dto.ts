import { Described, Flag, HttpUrl, Id, JsonObject, Nested, NestedList, Text, TextList } from '#libs/fields';
import { RequirementDto } from './requirement.dto.js';
import { GroupDto } from './standard.dto.js';

const CUMULATIVE = 'Whether meeting a higher level implies all lower ones.';
const URL = 'The URL of further information; null if none.';
const VERSIONS = 'The versions of the standard that include it.';
const AI_TESTABLE = 'Whether it can be tested automatically, without manual review.';
const PROCEDURE = 'The test procedure, in Markdown; null: that of the corresponding WCAG criteria.';
const METADATA = '`wcag` is the number of the corresponding success criterion.';

@Described('A level of a new standard.')
class LevelInput {
  @Text({ max: 100, filled: true })
  name: string;
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;
}

/** A level of a changed standard. */
@Described('An existing or added level.')
class LevelChange extends LevelInput {
  @Id({ optional: true, description: 'The level to keep; if absent, the level of the same name is kept.' })
  id?: string;
}

/** A new standard. */
export class CreateStandard {
  @Text({ max: 200, filled: true })
  name: string;
  @Text({ optional: true, nullable: true, max: 5000 })
  description?: string | null;
  @NestedList(() => LevelInput, { optional: true, max: 50, description: 'Lowest first.' })
  levels?: LevelInput[];
  @Flag({ optional: true, description: CUMULATIVE })
  cumulative?: boolean;
}

/** What to change of a standard. */
export class UpdateStandard {
  @Text({ optional: true, max: 200, filled: true })
  name?: string;
  @Text({ optional: true, nullable: true, max: 5000 })
  description?: string | null;
  @NestedList(() => LevelChange, { optional: true, max: 50, description: 'Replaces all levels, lowest first.' })
  levels?: LevelChange[];
  @Flag({ optional: true, description: CUMULATIVE })
  cumulative?: boolean;
}

/** A new requirement. */
export class CreateRequirement {
  @Text({ max: 300, filled: true })
  name: string;
  @Text({ optional: true, nullable: true, max: 10_000 })
  description?: string | null;
  @HttpUrl({ optional: true, nullable: true, description: URL })
  url?: string | null;
  @Text({ optional: true, nullable: true, max: 10_000, description: PROCEDURE })
  procedure?: string | null;
  @Id({ optional: true, nullable: true, description: 'A level of the standard.' })
  level?: string | null;
  @TextList({ optional: true, max: 50, maxItems: 50, description: VERSIONS })
  versions?: string[];
  @Flag({ optional: true, description: AI_TESTABLE })
  aiTestable?: boolean;
  @Id({ optional: true, nullable: true, description: 'A group of the standard.' })
  groupId?: string | null;
  @JsonObject({ optional: true, description: METADATA })
  metadata?: Record<string, unknown>;
}

/** What to change of a requirement. */
export class UpdateRequirement {
  @Text({ optional: true, max: 300, filled: true })
  name?: string;
  @Text({ optional: true, nullable: true, max: 10_000 })
  description?: string | null;
  @HttpUrl({ optional: true, nullable: true, description: URL })
  url?: string | null;
  @Text({ optional: true, nullable: true, max: 10_000, description: PROCEDURE })
  procedure?: string | null;
  @Id({ optional: true, nullable: true, description: 'The id of a level of its standard; null: none.' })
  level?: string | null;
  @TextList({ optional: true, max: 50, maxItems: 50, description: VERSIONS })
  versions?: string[];
  @Flag({ optional: true, description: AI_TESTABLE })
  aiTestable?: boolean;
  @Id({ optional: true, nullable: true })
  groupId?: string | null;
  @JsonObject({ optional: true, description: METADATA })
  metadata?: Record<string, unknown>;
}

/** A new group. */
export class CreateGroup {
  @Text({ max: 200, filled: true })
  name: string;
  @Text({ optional: true, nullable: true, max: 5000 })
  description?: string | null;
  @Id({ optional: true, nullable: true, description: 'A group of the standard.' })
  parentId?: string | null;
}

/** What to change of a group. */
export class UpdateGroup {
  @Text({ optional: true, max: 200, filled: true })
  name?: string;
  @Text({ optional: true, nullable: true, max: 5000 })
  description?: string | null;
  @Id({ optional: true, nullable: true, description: 'The parent group.' })
  parentId?: string | null;
}

/** One requirement. */
export class RequirementEnvelope {
  @Nested(() => RequirementDto)
  requirement: RequirementDto;
}

/** One group. */
export class GroupEnvelope {
  @Nested(() => GroupDto)
  group: GroupDto;
}
