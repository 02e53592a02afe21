import { query } from '#libs/database';
import { NotFound } from '#libs/errors';
import { fieldsOf } from '#libs/fields';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { orBuiltIn } from '../../standards/catalogue/built-in.js';
import { effectiveConformance } from '../../standards/catalogue/conformance.js';
import { namedCriteria, type NamedCriterion, statementsOfCriteria } from '../../standards/catalogue/criteria.js';
import { isOutsideStandard } from '../../standards/catalogue/requirements-of-criteria.js';
import { loadDetailed } from '../../platform/lists/details.js';
import type { Page } from '../../platform/lists/pagination.js';
import { ReplicaReads } from '../../platform/lists/replica-reads.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import type { Product } from '../../products/products/product.entity.js';
import type { ListScope } from '../../products/products/record-totals.js';
import { needsOfStatements } from '../../standards/taxonomy/built-in-needs.js';
import { HinderedNeedDto } from './dto/finding-details.dto.js';
import { TestActivity } from '../../records/test-activities/test-activity.entity.js';
import { activityMissing } from '../../records/test-activities/thinned-runs.js';
import { changeInRun } from './change-in-run.js';
import { toolIdentity } from './distinct-finding.js';
import type { FindingGroupPage, OrganizationFindingGroupsQuery } from './dto/finding-groups.dto.js';
import type {
  ActivityFindingsQuery,
  ListOrganizationFindingsQuery,
  ListProductFindingsQuery,
} from './dto/finding.dto.js';
import { Finding, FINDING_CHANGES } from './finding.entity.js';
import { LINES_OF_FINDING, type SeenLine, SIMILAR, type SimilarFindings } from './details.sql.js';
import type { Occurrence } from './findings.sql.js';
import { groupsOf } from './finding-groups.js';
import { findingsOf, reviewed } from './finding-list.js';
import { type ListedFinding, listedPage, SHOWN } from './listed-findings.js';
import { newestPage, occurrencesOf } from './occurrences.js';
import { PICTURE, type ShownPicture } from './pictures/shown-picture.js';
import { type PagesOfFinding, pagesOfFinding } from './pages/pages-of-finding.js';

/** A finding with its pages, its lines and its issue, whom it concerns, and what was decided on others like it. */
export interface DetailedFinding extends ListedFinding {
  picture: ShownPicture | null;
  occurrences: Occurrence[];
  where: PagesOfFinding;
  lines: SeenLine[];
  criteria: NamedCriterion[];
  functionalNeeds: HinderedNeedDto[];
  outsideStandard: boolean;
  similar: SimilarFindings;
}

/** What is shown of a finding that is read alone. */
const READ_ALONE = { ...SHOWN, picture: PICTURE };

/** The findings of a product, and of all products that are not archived. */
@Injectable()
export class FindingsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly replicas: ReplicaReads,
  ) {}

  page(
    scope: ListScope,
    query: ListOrganizationFindingsQuery | ListProductFindingsQuery,
  ): Promise<Page<ListedFinding>> {
    return this.replicas.read((manager) => listedPage(manager, findingsOf(scope, query), query));
  }

  groups(scope: ListScope, query: OrganizationFindingGroupsQuery): Promise<FindingGroupPage> {
    return this.replicas.read((manager) => groupsOf(manager, findingsOf(scope, query), scope, query));
  }

  /** The findings of one run, filtered by kinds of change. */
  async ofActivity(product: Product, number: number, query: ActivityFindingsQuery): Promise<Page<ListedFinding>> {
    const { organizationId, id: productId } = product;
    const { manager } = this.database;
    const activity = await manager.findOneBy(TestActivity, { organizationId, productId, number });
    if (!activity) throw await activityMissing(manager, product, number);
    const run = { productId, number, activityId: activity.id, tool: toolIdentity(activity.tool ?? '') };
    const where = [changeInRun(run, query.change ?? FINDING_CHANGES), ...reviewed(query)];
    return listedPage(manager, { owner: ['organization_id', organizationId], where }, query);
  }

  async read(organization: Organization, product: Product, id: string): Promise<DetailedFinding> {
    const { organizationId, id: productId, pageRules } = product;
    const { standardId } = orBuiltIn(effectiveConformance(product, organization));
    const { manager } = this.database;
    const [shown] = await loadDetailed(manager, ['finding', Finding], READ_ALONE, {
      ...{ organizationId, id, productId },
    });
    if (!shown) throw new NotFound('finding');
    const { criteria } = shown.finding;
    const occurrences = (await occurrencesOf(manager, organizationId, [id])).get(shown.finding.id) ?? [];
    const [similar] = await query(manager, SIMILAR, [organizationId, id]);
    return {
      ...shown,
      sourceUrl: newestPage(occurrences),
      occurrences,
      where: await pagesOfFinding(manager, shown.finding, pageRules),
      lines: await query(manager, LINES_OF_FINDING, [organizationId, id]),
      criteria: namedCriteria(criteria),
      functionalNeeds: needsOfStatements(statementsOfCriteria(criteria)).map((need) => fieldsOf(HinderedNeedDto, need)),
      outsideStandard: isOutsideStandard(standardId, criteria),
      similar: similar!,
    };
  }
}
