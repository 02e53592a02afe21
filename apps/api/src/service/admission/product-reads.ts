import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { ProductRead } from '../../platform/http/product-read.js';
import type { ServedRoute } from '../../platform/http/routes.js';

/** What each endpoint reads with the product of its path. */
@Injectable()
export class ProductReads {
  private readonly known = new Map<ServedRoute, ProductRead>();

  constructor(private readonly modules: ModuleRef) {}

  /** Undefined for endpoints that read nothing with it. */
  of(route: ServedRoute): ProductRead | undefined {
    const { reads } = route.options;
    if (!reads) return undefined;
    const read = this.known.get(route) ?? this.modules.get(reads, { strict: false }).withProduct();
    this.known.set(route, read);
    return read;
  }
}
