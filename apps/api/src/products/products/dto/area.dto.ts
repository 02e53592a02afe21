import { Described, fieldsOf, FlagParameter, Id, Nested, NestedList, Text, Timestamp } from '#libs/fields';
import { Matches } from 'class-validator';
import { Slug } from '../../../platform/lists/shared-fields.js';
import type { Area } from '../area.entity.js';

const NAMED = () => Matches(/[\p{L}\p{N}]/u, { message: '$property must contain a letter or number' });

/** A part of a product. */
@Described('A part of a product with a known name, such as the checkout.')
export class AreaDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @Slug()
  slug: string;
  @Text({ nullable: true })
  description: string | null;
  @Id()
  productId: string;
  @Timestamp({
    nullable: true,
    description: 'The time of archiving; null if active. Archived areas cannot be changed.',
  })
  archivedAt: Date | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  static from(area: Area): AreaDto {
    return fieldsOf(AreaDto, area);
  }
}

/** One area. */
export class AreaEnvelope {
  @Nested(() => AreaDto)
  area: AreaDto;
}

/** The areas of a product, by name. */
export class AreaList {
  @NestedList(() => AreaDto)
  areas: AreaDto[];
}

/** A new area. */
export class CreateArea {
  @Text({ max: 100, description: 'With at least one letter or number.' })
  @NAMED()
  name: string;
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;
}

/** What to change of an area. */
export class UpdateArea {
  @Text({ optional: true, max: 100, description: 'A new name creates a new slug.' })
  @NAMED()
  name?: string;
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;
}

/** Which areas to list. */
export class ListAreasQuery {
  @FlagParameter({ default: false, description: 'Archived areas instead of active ones.' })
  archived: boolean = false;
}
