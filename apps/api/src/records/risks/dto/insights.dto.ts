import { Described, Id, Integer, Nested, NestedList, Text } from '#libs/fields';
import { ProductSlug } from '../../../platform/lists/shared-fields.js';

/** The number of risks by status. */
@Described('Number of risks by status.')
export class RisksByStatus {
  @Integer({ min: 0 })
  identified: number;
  @Integer({ min: 0 })
  mitigated: number;
  @Integer({ min: 0 })
  materialized: number;
  @Integer({ min: 0 })
  aged_out: number;
}

/** How many risks have each rating; `none` are those not rated. */
@Described('Number of risks by rating.')
export class RisksByRating {
  @Integer({ min: 0 })
  low: number;
  @Integer({ min: 0 })
  medium: number;
  @Integer({ min: 0 })
  high: number;
  @Integer({ min: 0 })
  none: number;
}

@Described('Number of risks of a product.')
export class ProductRisks {
  @Id()
  productId: string;
  @Text()
  productName: string;
  @ProductSlug()
  productSlug: string;
  @Integer({ min: 0, description: 'The count.' })
  count: number;
}

/** The risks of an organization, counted. */
export class RiskInsights {
  @Integer({ min: 0 })
  total: number;
  @Nested(() => RisksByStatus)
  byStatus: RisksByStatus;
  @Nested(() => RisksByRating)
  byLikelihood: RisksByRating;
  @Nested(() => RisksByRating)
  byImpact: RisksByRating;
  @NestedList(() => ProductRisks, { description: 'Products with risks, most risks first.' })
  byProduct: ProductRisks[];
}
