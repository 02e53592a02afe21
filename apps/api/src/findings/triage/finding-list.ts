import { criterionOf } from '../../standards/catalogue/wcag-reference.js';
import { pickDefined } from '../../platform/lists/changed-fields.js';
import { presentConditions, createdBetween, namesNumbered } from '../../platform/lists/filters.js';
import type { Condition, RecordList } from '../../platform/lists/page-of.js';
import { containing, containsText } from '../../platform/lists/search.js';
import { inScope, keptTotal, type ListScope } from '../../products/products/record-totals.js';
import { toolIdentity } from './distinct-finding.js';
import type { FindingFilters, ReviewFilter } from './dto/finding.dto.js';
import { currentPages, findingsOnPages, presentFindings } from './pages/current-pages.js';
import { hasStatus } from './status.js';

/** Which findings a list has, and the groups of them. */
export function findingsOf(scope: ListScope, query: FindingFilters): RecordList {
  const filters = {
    ...pickDefined(query, 'ruleId', 'severity', 'impact', 'selector', 'groupKey', 'productId'),
    tool: query.tool?.map(toolIdentity),
  };
  const conditions = conditionsOf(scope, query);
  const all = { ...filters, ...conditions, ...pickDefined(query, 'q'), needsReview: shown(query) };
  return {
    owner: ['organization_id', scope.organization.id],
    where: [inScope(scope), ...reviewed(query), ...conditions],
    search: searchFor(scope, query.q),
    filters,
    total: keptTotal('findings', scope, all),
  };
}

/** In SQL: that lines are of the product of the list, if it is of one. */
const linesOf = ({ product }: ListScope, bind: (value: unknown) => string): string =>
  product ? `AND n.product_id = ${bind(product.id)}` : '';

/** That a finding has a text, or is on a page whose address has it. */
function searchFor(scope: ListScope, text: string | undefined): Condition | undefined {
  const inFinding = containsText(text, ['title', 'rule_id', 'description', 'selector']);
  const contains = containing(text);
  return (
    inFinding &&
    contains &&
    ((bind) => `${inFinding(bind)} OR l.id IN (${findingsOnPages(linesOf(scope, bind), contains(bind))})`)
  );
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
function conditionsOf(scope: ListScope, query: FindingFilters): Condition[] {
  const { product } = scope;
  const { status, proposed, wcag, sourceUrl, environment, line, issue, testActivity } = query;
  const isInLines = (lines: string): string =>
    `(l.product_id, l.tool, l.identity) IN (SELECT product_id, tool, identity FROM (${presentFindings(lines)}) present)`;
  return [
    ...presentConditions(
      status && (() => status.map((one) => hasStatus('l', one)).join(' OR ')),
      proposed !== undefined && ((bind) => `l.landed = ${bind(!proposed)}`),
      wcag &&
        ((bind) => {
          const numbers = wcag.map((entry) => criterionOf(entry) ?? entry);
          return `l.criteria && ${bind(numbers)} OR l.wcag && ${bind(wcag)}`;
        }),
      sourceUrl !== undefined &&
        ((bind) => {
          const here = currentPages(linesOf(scope, bind), `= ${bind(sourceUrl)}`);
          return `(l.product_id, l.tool, l.identity, l.landed) IN (SELECT product_id, tool, identity, landed FROM (${here}) here)`;
        }),
      environment &&
        ((bind) => isInLines(`${linesOf(scope, bind)} AND n.kind = 'main' AND n.name = ANY (${bind(environment)})`)),
      line && ((bind) => isInLines(`${linesOf(scope, bind)} AND n.id = ANY (${bind(line)}::uuid[])`)),
      product && issue && namesNumbered('issue_id', issueIds, product.id, issue),
      product && testActivity && namesNumbered('first_activity_id', activityIds, product.id, testActivity),
    ),
    ...createdBetween(query),
  ];
}

const issueIds = (condition: string): string => `SELECT r.id FROM issues r WHERE ${condition}`;
const activityIds = (condition: string): string => `SELECT r.id FROM test_activities r WHERE ${condition}`;
