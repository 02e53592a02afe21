import { clock } from '#libs/clock';
import { columnsOf } from '#libs/database';
import { isId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import type { GradeDto } from '../../../products/products/grade/grade.dto.js';
import type { CountsBySeverity } from '../../../records/issues/dto/counts-by-severity.dto.js';
import { refusePosition } from '../../../platform/lists/errors.js';
import type { Page } from '../../../platform/lists/pagination.js';
import { currentPaging } from '../../../platform/lists/paging.js';
import { ReplicaReads } from '../../../platform/lists/replica-reads.js';
import type { Organization } from '../../../accounts/organizations/organization.entity.js';
import { isActive } from '../../../products/products/active.js';
import { Product } from '../../../products/products/product.entity.js';
import type { ListProductsQuery, ProductSortField } from '../dto/list-products.query.js';
import type { NewestRun } from '../dto/listed-product.dto.js';

/** A product with what the list shows beside it. */
export interface ListedProduct {
  product: Product;
  isPinned: boolean;
  grade: object | null;
  formerLetter: GradeDto['letter'];
  letterChangedAt: Date | null;
  person: { name: string; email: string; image: string | null } | null;
  counts: { pendingFindings: number; openIssues: CountsBySeverity; newestRun: NewestRun | null };
}

const SORTS: Readonly<Record<ProductSortField, { value: string; type: 'text' | 'timestamptz' }>> = {
  name: { value: 'lower(p.name)', type: 'text' },
  createdAt: { value: 'p.created_at', type: 'timestamptz' },
  updatedAt: { value: 'p.updated_at', type: 'timestamptz' },
  letter: { value: `g.grade ->> 'letter'`, type: 'text' },
};

const IS_LISTED = `p.organization_id = $1 AND (${isActive('p')}) <> $3
  AND ($4::uuid[] IS NULL OR p.responsible_person_id = ANY($4) OR ($5 AND p.responsible_person_id IS NULL))
  AND ($6::uuid[] IS NULL OR p.team_id = ANY($6))
  AND ($7::text IS NULL OR p.name ~* $7 OR p.description ~* $7)`;

/** The list of an organization's products: one statement, with pins, persons and what there is to do. */
@Injectable()
export class ProductLister {
  constructor(private readonly replicas: ReplicaReads) {}

  async page(
    organization: Organization,
    userId: string | null,
    { archived, owner, team, q, sortField, sortDirection, page, pageSize, total: isCounted }: ListProductsQuery,
  ): Promise<Page<ListedProduct>> {
    const paging = currentPaging();
    const after = paging.after(2);
    const searched = q?.trim();
    const values = [
      organization.id,
      userId,
      archived,
      owner?.filter(isId) ?? null,
      owner?.includes('unassigned') ?? false,
      team ?? null,
      searched ? `***=${searched}` : null,
      isCounted,
      pageSize ?? null,
      pageSize === undefined ? 0 : (page - 1) * pageSize,
      after?.[0] ?? null,
      after?.[1] ?? null,
      clock.now(),
    ];
    const text = statementOf(sortField, sortDirection);
    const reading = this.replicas.read((manager) => manager.query<Record<string, unknown>[]>(text, values));
    const rows = await (after ? reading.catch(refusePosition) : reading);
    const items = rows.map(listed).filter((item) => item !== null);
    const total = isCounted ? (rows[0]!['total'] as number) : null;
    const isLast =
      pageSize === undefined || items.length < pageSize || (!after && total !== null && total <= page * pageSize);
    const { key_text, key_id } = rows.at(-1)!;
    if (!isLast) paging.goOnBehind([key_text as string | null, key_id as string]);
    return { items, total, page: pageSize === undefined ? 1 : page, pageSize: pageSize ?? items.length };
  }
}

const COLUMNS = columnsOf(Product, 'p');

/** In SQL: a page of products with its total; what each shows is read for those of the page alone. */
function statementOf(sortField: ProductSortField, sortDirection: 'asc' | 'desc'): string {
  const { value, type } = SORTS[sortField];
  const direction = sortDirection === 'asc' ? 'ASC' : 'DESC';
  const behind = sortDirection === 'asc' ? '>' : '<';
  return `WITH counted AS MATERIALIZED (SELECT CASE WHEN $8::boolean THEN (SELECT count(*)::int FROM products p WHERE ${IS_LISTED}) END AS total),
    page AS MATERIALIZED (
      SELECT p.id AS key_id, ${value} AS key_sort, g.grade, g.former_letter, g.changed_at
      FROM products p LEFT JOIN current_grades g ON g.organization_id = p.organization_id AND g.product_id = p.id
      WHERE ${IS_LISTED} AND CASE WHEN $12::uuid IS NULL THEN true
        WHEN $11::text IS NULL THEN ${value} IS NULL AND p.id ${behind} $12::uuid
        ELSE ${value} IS NULL OR (${value}, p.id) ${behind} ($11::${type}, $12::uuid) END
      ORDER BY ${value} ${direction} NULLS LAST, p.id ${direction} LIMIT $9 OFFSET $10
    )
    SELECT counted.total, page.key_id, page.key_sort::text AS key_text, page.grade, page.former_letter, page.changed_at,
      ${COLUMNS.sql}, (pin.product_id IS NOT NULL) AS is_pinned, u.name, u.email, u.image, pending.value AS pending,
      open.by_severity, newest.run
    FROM counted LEFT JOIN page ON true
    LEFT JOIN products p ON p.organization_id = $1 AND p.id = page.key_id
    LEFT JOIN users u ON u.id = p.responsible_person_id
    LEFT JOIN product_pins pin ON pin.organization_id = $1 AND pin.product_id = page.key_id AND pin.user_id = $2
    LEFT JOIN LATERAL (
      SELECT coalesce(sum(c.value), 0)::int AS value FROM pending_counts c
      WHERE c.organization_id = $1 AND c.product_id = page.key_id AND c.pending_from <= $13::timestamptz
    ) pending ON true
    LEFT JOIN LATERAL (
      SELECT json_build_object('high', coalesce(sum(c.high), 0), 'medium', coalesce(sum(c.medium), 0), 'low', coalesce(sum(c.low), 0),
        'none', coalesce(sum(c.value - c.high - c.medium - c.low), 0)) AS by_severity
      FROM open_issue_counts c WHERE c.organization_id = $1 AND c.product_id = page.key_id
    ) open ON true
    LEFT JOIN LATERAL (
      SELECT json_build_object('number', a.number, 'type', a.type, 'tool', a.tool, 'completedAt', a.completed_at) AS run
      FROM test_activities a WHERE a.organization_id = $1 AND a.product_id = page.key_id
      ORDER BY a.completed_at DESC, a.id DESC LIMIT 1
    ) newest ON true
    ORDER BY page.key_sort ${direction} NULLS LAST, page.key_id ${direction}`;
}

function listed(row: Record<string, unknown>): ListedProduct | null {
  const product = COLUMNS.read(row);
  if (!product) return null;
  const run = row['run'] as (Omit<NewestRun, 'completedAt'> & { completedAt: string }) | null;
  return {
    product,
    isPinned: row['is_pinned'] as boolean,
    grade: row['grade'] as object | null,
    formerLetter: row['former_letter'] as GradeDto['letter'],
    letterChangedAt: row['former_letter'] === null ? null : (row['changed_at'] as Date | null),
    person:
      row['email'] === null
        ? null
        : { name: row['name'] as string, email: row['email'] as string, image: row['image'] as string | null },
    counts: {
      pendingFindings: row['pending'] as number,
      openIssues: row['by_severity'] as CountsBySeverity,
      newestRun: run && { ...run, completedAt: new Date(run.completedAt) },
    },
  };
}
