import { criterionOf } from '../catalogue/wcag-reference.js';
import { pickDefined } from '../lists/changed-fields.js';
import type { Condition, RecordList } from '../lists/page-of.js';
import { containsText } from '../lists/search.js';
import { inScope, keptTotal, type ListScope } from '../products/record-totals.js';
import { toolIdentity } from './distinct-finding.js';
import type { FindingFilters, ReviewFilter } from './dto/finding.dto.js';
import { currentPages } from './pages/current-pages.js';
import { hasStatus } from './status.js';

/** Which findings a list has, and the groups of them. */
export function findingsOf(scope: ListScope, query: FindingFilters): RecordList {
  const filters = {
    ...pickDefined(query, 'ruleId', 'severity', 'impact', 'selector', 'productId'),
    tool: query.tool?.map(toolIdentity),
  };
  const all = {
    ...filters,
    ...pickDefined(query, 'status', 'wcag', 'q', 'proposed', 'sourceUrl'),
    needsReview: shown(query),
  };
  return {
    owner: ['organization_id', scope.organization.id],
    where: [inScope(scope), ...reviewed(query), ...conditionsOf(scope, query)],
    search: containsText(query.q, ['title', 'rule_id', 'description']),
    filters,
    total: keptTotal('findings', scope, all),
  };
}

type Reviewed = Pick<FindingFilters, 'needsReview'>;

/** What a list is asked for beside failures; undefined: nothing. */
const shown = ({ needsReview }: Reviewed): ReviewFilter | undefined =>
  needsReview === 'false' ? undefined : needsReview;

/** What needs review is shown only where it is asked for. */
export function reviewed({ needsReview = 'false' }: Reviewed): Condition[] {
  return needsReview === 'any' ? [] : [(bind) => `l.needs_review = ${bind(needsReview === 'true')}`];
}

/** The filters that are not by the values of one field. */
function conditionsOf({ product }: ListScope, { status, proposed, wcag, sourceUrl }: FindingFilters): Condition[] {
  const conditions: (Condition | undefined | false)[] = [
    status && (() => status.map((one) => hasStatus('l', one)).join(' OR ')),
    proposed !== undefined && ((bind) => `l.landed = ${bind(!proposed)}`),
    wcag &&
      ((bind) => {
        const numbers = wcag.map((entry) => criterionOf(entry) ?? entry);
        return `l.criteria && ${bind(numbers)} OR l.wcag && ${bind(wcag)}`;
      }),
    sourceUrl !== undefined &&
      ((bind) => {
        const lines = product ? `AND n.product_id = ${bind(product.id)}` : '';
        const here = currentPages(lines, `= ${bind(sourceUrl)}`);
        return `(l.product_id, l.tool, l.identity, l.landed) IN (SELECT product_id, tool, identity, landed FROM (${here}) here)`;
      }),
  ];
  return conditions.filter((condition) => typeof condition === 'function');
}
