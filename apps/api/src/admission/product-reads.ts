import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { endpointOf } from '../http/endpoint.js';
import type { ProductRead } from '../http/product-read.js';

/** What each endpoint reads with the product of its path. */
@Injectable()
export class ProductReads {
  private readonly known = new WeakMap<object, ProductRead>();

  constructor(private readonly modules: ModuleRef) {}

  /** Undefined for endpoints that read nothing with it. */
  of(handler: object): ProductRead | undefined {
    const provider = endpointOf(handler)?.reads;
    if (!provider) return undefined;
    const read = this.known.get(handler) ?? this.modules.get(provider, { strict: false }).withProduct();
    this.known.set(handler, read);
    return read;
  }
}
