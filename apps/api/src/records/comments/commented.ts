import { NotFound } from '#libs/errors';
import type { Type } from '@nestjs/common';
import type { EntityManager, EntityTarget, FindOptionsWhere } from 'typeorm';
import type { RecordId, RecordNumber } from '../../platform/http/record-number.pipe.js';
import { inProduct } from '../../products/products/product-key.js';
import type { Product } from '../../products/products/product.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import type { Lock } from '../../platform/work/locks.js';
import type { CommentedKind } from './comment.entity.js';

/** A record that comments are about. */
export interface CommentedRecord {
  organizationId: string;
  productId: string;
  id: string;
  number: number | null;
  title: string | null;
}

/** Who wrote a comment, and whom it mentions. */
export interface CommentPeople {
  /** Null: an API key. */
  authorUserId: string | null;
  mentionedUserIds: readonly string[];
}

/** A cell of an audit: a requirement on an entry of its sample. */
export interface Cell {
  requirementId: string;
  /** 0: each entry without an outcome of its own. */
  entry: number;
}

/** A kind of records that people comment on, as the module that owns it declares it. */
export interface Commented<Key extends string | number = string | number> {
  kind: CommentedKind;
  /** How the document calls its operations, and what gates them. */
  resource: string;
  module: string;
  /** Its path below the product, whose last variable is its key. */
  path: string;
  /** How sentences name it: `an issue`. */
  a: string;
  key: Type<RecordNumber | RecordId>;
  /** What is locked before the record is. */
  locks?: (product: Product) => Lock[];
  /** The record; locked where `lock` says so. @throws NotFound */
  find: (tx: EntityManager, product: Product, key: Key, lock: boolean) => Promise<CommentedRecord>;
  /** Called in the unit of a new comment, with the record locked. */
  onComment?: (change: ChangeContext, record: CommentedRecord, people: CommentPeople) => Promise<void>;
  /** Refuses what is no cell of it; without it comments have none. @throws InvalidInput */
  requireCell?: (tx: EntityManager, record: CommentedRecord, cell: Cell) => Promise<void>;
}

/** How numbered records of an entity are found. @param name how a refusal calls one */
export const findNumbered =
  <T extends CommentedRecord & { number: number }>(entity: EntityTarget<T>, name: string) =>
  async (tx: EntityManager, product: Product, number: number, isLocked: boolean): Promise<CommentedRecord> => {
    const record = await tx.findOne(entity, {
      select: { organizationId: true, productId: true, id: true, number: true, title: true } as object,
      where: { ...inProduct(product), number } as FindOptionsWhere<T>,
      ...(isLocked ? { lock: { mode: 'pessimistic_write' } } : {}),
    });
    if (!record) throw new NotFound(name);
    return record;
  };
