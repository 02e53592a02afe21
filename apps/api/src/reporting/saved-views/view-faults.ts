import { type Fault, InvalidInput, pointerSegment } from '#libs/errors';
import { propertiesOf, ValidationPipe } from '#libs/fields';
import { ListOrganizationFindingsQuery } from '../../findings/triage/dto/finding.dto.js';
import { ListOrganizationIssuesQuery } from '../../records/issues/dto/issue.dto.js';
import { ListOrganizationRisksQuery } from '../../records/risks/dto/risk.dto.js';
import type { ViewKind, ViewSort } from './saved-view.entity.js';

/** The query of each list: what it takes, a view of it may keep. */
const QUERIES = {
  issues: ListOrganizationIssuesQuery,
  risks: ListOrganizationRisksQuery,
  findings: ListOrganizationFindingsQuery,
} as const satisfies Record<ViewKind, new () => object>;

/** What belongs to a request, or to `sort`. */
const NO_FILTERS = ['page', 'pageSize', 'total', 'after', 'format', 'sortField', 'sortDirection'];
const pipe = new ValidationPipe();

/**
 * Ensures that the list takes these filters and this order.
 * @throws InvalidInput naming every fault
 */
export async function requireView(kind: ViewKind, filters: object, sort: ViewSort | null): Promise<void> {
  const query = QUERIES[kind];
  const known = propertiesOf(query).filter((name) => !NO_FILTERS.includes(name));
  const faults = Object.entries(filters).flatMap(([name, value]) => faultsOf(known, name, value));
  if (faults.length > 0) throw new InvalidInput(faults);
  const texts = Object.entries(filters).map(([name, value]) => [name, [value].flat().join()] as const);
  const order = sort ? { sortField: sort.field, sortDirection: sort.direction } : {};
  try {
    await pipe.transform({ ...Object.fromEntries(texts), ...order }, { type: 'query', metatype: query });
  } catch (error) {
    throw error instanceof InvalidInput ? new InvalidInput(error.faults.map(ofView), error.faultCount) : error;
  }
}

function faultsOf(known: readonly string[], name: string, value: unknown): Fault[] {
  const path = `/filters/${pointerSegment(name)}`;
  if (!known.includes(name))
    return [{ path, code: 'unknown_filter', message: `${name} is not a filter of this list: ${known.join(', ')}` }];
  const isValue =
    typeof value === 'boolean' ||
    (typeof value === 'string' && value !== '') ||
    // Lists are separated by commas in a query.
    (Array.isArray(value) &&
      value.length > 0 &&
      value.every((item) => typeof item === 'string' && /^[^,]+$/.test(item)));
  return isValue
    ? []
    : [{ path, code: 'invalid_filter', message: `${name} must be a string, a list of strings or a boolean` }];
}

/** A fault of a query, by where the view says it. What the list refuses, the schema of a view does not. */
const ofView = ({ path, code, message }: Fault): Fault =>
  path.startsWith('/query/sort')
    ? { path: path.replace(/^\/query\/sort(.)/, (_, first: string) => `/sort/${first.toLowerCase()}`), code, message }
    : { path: path.replace(/^\/query\//, '/filters/'), code: 'invalid_filter', message };
