import { Flag, Id, JsonObject, NestedList, Text, TextList, Timestamp } from '#libs/fields';
import type { Requirement } from '../requirement.entity.js';

/** One thing a standard asks for. */
export class RequirementDto {
  @Id()
  id: string;
  @Id()
  standardId: string;
  @Text()
  name: string;
  @Text({ nullable: true })
  description: string | null;
  @Text({ nullable: true })
  url: string | null;
  @Id({ nullable: true, description: 'The id of a level of the standard.' })
  level: string | null;
  @TextList()
  versions: string[];
  @Flag()
  aiTestable: boolean;
  @Id({ nullable: true })
  groupId: string | null;
  @JsonObject({ description: '`wcag` holds the number of the success criterion it stands for.' })
  metadata: Record<string, unknown>;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  static from(requirement: Requirement): RequirementDto {
    return {
      id: requirement.id,
      standardId: requirement.standardId,
      name: requirement.name,
      description: requirement.description,
      url: requirement.url,
      level: requirement.levelId,
      versions: requirement.versions,
      aiTestable: requirement.aiTestable,
      groupId: requirement.groupId,
      metadata: requirement.metadata,
      createdAt: requirement.createdAt,
      updatedAt: requirement.updatedAt,
    };
  }
}

/** Requirements, in the order of their standard. */
export class RequirementList {
  @NestedList(() => RequirementDto)
  requirements: RequirementDto[];
}
