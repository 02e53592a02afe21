import { Id, IdList, NestedList, Text } from '#libs/fields';
import type { FunctionalNeed } from '../functional-need.entity.js';

/** A functional need: a way in which people use products. */
export class FunctionalNeedDto {
  @Id()
  id: string;
  @Text()
  slug: string;
  @Text()
  name: string;
  @Text()
  url: string;

  static from({ id, slug, name, url }: FunctionalNeed): FunctionalNeedDto {
    return { id, slug, name, url };
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
