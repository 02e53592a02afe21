import { Described, fieldsOf, Id, IdList, NestedList, Text } from '#libs/fields';
import { Slug } from '../../../platform/lists/shared-fields.js';
import type { FunctionalNeed } from '../functional-need.entity.js';

/** A functional need: a way in which people use products. */
@Described('A functional need of users, such as usage without vision or hearing.')
export class FunctionalNeedDto {
  @Id()
  id: string;
  @Slug()
  slug: string;
  @Text()
  name: string;
  @Text({ description: 'The URL of further information; null if none.' })
  url: string;

  static from(need: FunctionalNeed): FunctionalNeedDto {
    return fieldsOf(FunctionalNeedDto, need);
  }
}

/** Functional needs, in their fixed order. */
export class FunctionalNeedList {
  @NestedList(() => FunctionalNeedDto)
  functionalNeeds: FunctionalNeedDto[];
}

/** The functional needs that a record shall have from now on. */
export class ReplaceFunctionalNeeds {
  @IdList({ max: 50, description: 'Replaces the set; empty removes all.' })
  functionalNeedIds: string[];
}
