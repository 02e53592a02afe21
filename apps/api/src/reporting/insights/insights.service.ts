import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { DAY_MS } from '#libs/dates';
import { Injectable } from '@nestjs/common';
import { ReplicaReads } from '../../platform/lists/replica-reads.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import type { Product } from '../../products/products/product.entity.js';
import { blockedPeople, type BlockedPeople } from './functional-needs.js';
import { deadlineInsights } from './deadlines.js';
import type { DeadlineInsights } from './dto/deadlines.dto.js';
import type { OutcomeInsights } from './dto/outcomes.dto.js';
import {
  DEADLINES_KEPT,
  FUNCTIONAL_NEEDS_BLOCKED,
  OUTCOMES_BY_REQUIREMENT,
  RELATIONS,
  TREND_FACTS,
} from './insights.sql.js';
import { dateOf, pointStarts, type TrendRange } from './trend-points.js';
import { type TrendPoint, trendPoints } from './trends.js';

/** Who is blocked, and whether it gets better, in one product or in all that are active. One statement each. */
@Injectable()
export class InsightsService {
  constructor(private readonly replicas: ReplicaReads) {}

  async functionalNeeds(organization: Organization, product?: Product): Promise<BlockedPeople> {
    const [needs] = await this.replicas.read((manager) =>
      query(manager, FUNCTIONAL_NEEDS_BLOCKED, [organization.id, product?.id ?? null, ...RELATIONS]),
    );
    return blockedPeople(needs!.blocked, needs!.heaviest);
  }

  /** Which dates were kept, lately. */
  async deadlines(organization: Organization): Promise<DeadlineInsights> {
    const rows = await this.replicas.read((manager) => query(manager, DEADLINES_KEPT, [organization.id]));
    return deadlineInsights(rows);
  }

  /** What audits have found of each requirement. */
  async outcomes(organization: Organization, product?: Product): Promise<OutcomeInsights> {
    const [found] = await this.replicas.read((manager) =>
      query(manager, OUTCOMES_BY_REQUIREMENT, [organization.id, product?.id ?? null]),
    );
    return found!;
  }

  /** The points of a trend; what happened to findings is left out where the organization does not have them. */
  async trends(organization: Organization, product: Product | undefined, range: TrendRange): Promise<TrendPoint[]> {
    const today = Math.floor(clock.millis() / DAY_MS);
    const starts = pointStarts(range, today);
    if (starts.length === 0) return [];
    const [trend] = await this.replicas.read((manager) =>
      query(manager, TREND_FACTS, [organization.id, product?.id ?? null, starts.map(dateOf)]),
    );
    const points = trendPoints(trend!.facts, starts, today);
    const hasFindings = organization.enabledModules.includes('testing');
    return hasFindings ? points : points.map((point) => ({ ...point, findings: null }));
  }
}
