import { Described, fieldsOf, Id, IdList, NestedList, Text } from '#libs/fields';
import { Slug } from '../../../platform/lists/shared-fields.js';
import type { FunctionalNeed } from '../functional-need.entity.js';

/** A functional need: a way in which people use products. */
@Described('What people who are hindered cannot do, such as to see or to hear.')
export class FunctionalNeedDto {
  @Id()
  id: string;
  @Slug()
  slug: string;
  @Text()
  name: string;
  @Text({ description: 'Where more about it stands; null: nowhere.' })
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
