import { columnsOf } from '#libs/database';
import { isId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ReplicaReads } from '../lists/replica-reads.js';
import type { Organization } from '../organizations/organization.entity.js';
import { isActive } from './active.js';
import type { ListProductsQuery } from './dto/list-products.query.js';
import { Product } from './product.entity.js';

/** A product with the additional data of the list. */
export interface ListedProduct {
  product: Product;
  isPinned: boolean;
  grade: object | null;
  person: { name: string; email: string; image: string | null } | null;
}

/** The list of an organization's products: one statement, pins and persons included. */
@Injectable()
export class ProductLister {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly replicas: ReplicaReads,
  ) {}

  async list(
    organization: Organization,
    userId: string | null,
    { archived, owner }: ListProductsQuery,
  ): Promise<ListedProduct[]> {
    const product = columnsOf(Product, 'p');
    const rows = await this.replicas.read((manager) =>
      manager.query<Record<string, unknown>[]>(
        `SELECT ${product.sql}, (pin.product_id IS NOT NULL) AS is_pinned, g.grade, u.name, u.email, u.image
         FROM products p
         LEFT JOIN users u ON u.id = p.responsible_person_id
         LEFT JOIN product_pins pin ON pin.organization_id = p.organization_id AND pin.product_id = p.id AND pin.user_id = $2
         LEFT JOIN current_grades g ON g.organization_id = p.organization_id AND g.product_id = p.id
         WHERE p.organization_id = $1 AND (${isActive('p')}) <> $3
           AND ($4::uuid[] IS NULL OR p.responsible_person_id = ANY($4) OR ($5 AND p.responsible_person_id IS NULL))
         ORDER BY lower(p.name), p.id`,
        [organization.id, userId, archived, owner?.filter(isId) ?? null, owner?.includes('unassigned') ?? false],
      ),
    );
    return rows.map((row) => ({
      product: product.read(row)!,
      isPinned: row['is_pinned'] as boolean,
      grade: row['grade'] as object | null,
      person:
        row['email'] === null
          ? null
          : { name: row['name'] as string, email: row['email'] as string, image: row['image'] as string | null },
    }));
  }
}
