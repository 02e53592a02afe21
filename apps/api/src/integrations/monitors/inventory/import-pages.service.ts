import { query } from '#libs/database';
import { InvalidInput } from '#libs/errors';
import { characterCount } from '#libs/fields';
import { isId, newId } from '#libs/ids';
import { mapInSlices } from '#libs/queues';
import { Injectable } from '@nestjs/common';
import { SHARE_AREAS } from '../../../findings/ingest/ingest.sql.js';
import { inProduct } from '../../../products/products/product-key.js';
import type { Product } from '../../../products/products/product.entity.js';
import { TITLE_LENGTH } from '../../../products/products/title-length.js';
import { recordNamed } from '../../../platform/work/named-record.js';
import { runOrTry } from '../../../platform/work/run-or-try.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import type { ImportInventory, InventoryImported, SkippedPage } from './dto/inventory-page.dto.js';
import type { PageToAdd } from './inventory.sql.js';
import { InventoryService } from './inventory.service.js';
import { type AddressFault, type PageAddress, pageAddress } from './page-address.js';
import { type ImportedPage, isPageKind, readImport, UnreadableImport } from './read-import.js';

/** The most pages that one import names. */
const MOST = 10_000;
const MAX_REASONS = 100;

/** Adds the pages that a table or a sitemap names. */
@Injectable()
export class ImportPages {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly inventory: InventoryService,
  ) {}

  /**
   * Adds what the inventory does not have, and skips what names no page.
   * @throws InvalidInput where it cannot be read at all
   */
  async import(product: Product, { format, content, dryRun = false }: ImportInventory): Promise<InventoryImported> {
    const named = read(format, content);
    const { organizationId, id } = product;
    const addresses = await mapInSlices(named, ({ url }) => pageAddress(url));
    const areaNames = [...new Set(named.flatMap(({ area }) => area ?? []))];
    return runOrTry(this.unitOfWork, dryRun, async (change) => {
      await this.inventory.lock(change, product);
      const areas =
        areaNames.length === 0
          ? []
          : await query(change.tx, SHARE_AREAS, [organizationId, id, areaNames, areaNames.filter(isId)]);
      const areaIds = new Map(areaNames.map((name) => [name, recordNamed(areas, name)?.id]));
      const { pages, skipped, twice } = sort(named, addresses, areaIds);
      const added = await this.inventory.add(change, product, pages, format === 'sitemap' ? 'sitemap' : 'person');
      const result = {
        added: added.length,
        known: twice + pages.length - added.length,
        skipped: skipped.length,
        reasons: skipped.slice(0, MAX_REASONS),
      };
      const changes = [{ field: 'added', from: null, to: added.length }];
      change.record({
        ...inProduct(product),
        type: 'page.imported',
        subject: { title: `${added.length} pages` },
        changes,
      });
      return result;
    });
  }
}

function read(format: ImportInventory['format'], content: string): ImportedPage[] {
  const refuse = (message: string): InvalidInput =>
    new InvalidInput([{ path: '/content', code: 'malformed', message }]);
  try {
    const named = readImport(format, content);
    if (named.length <= MOST) return named;
  } catch (error) {
    throw error instanceof UnreadableImport ? refuse(`content cannot be read: ${error.message}`) : error;
  }
  const message = `content has more than ${MOST.toLocaleString('en')} pages; import it in parts`;
  throw new InvalidInput([{ path: '/content', code: 'too_many', message, params: { max: MOST } }]);
}

/** What of an import can be added, each address once, and what cannot. */
function sort(
  named: readonly ImportedPage[],
  addresses: readonly (PageAddress | AddressFault)[],
  areaIds: ReadonlyMap<string, string | undefined>,
): { pages: PageToAdd[]; skipped: SkippedPage[]; twice: number } {
  const pages = new Map<string, PageToAdd>();
  const skipped: SkippedPage[] = [];
  let twice = 0;
  for (const [index, { at, title, kind, area }] of named.entries()) {
    const address = addresses[index]!;
    const areaId = area === null ? null : areaIds.get(area);
    const reasons = [
      ...(typeof address === 'string' ? [`url ${address}`] : []),
      ...(isPageKind(kind) ? [] : ['kind must be page or document']),
      ...(areaId === undefined ? ['area does not exist'] : []),
      ...(title !== null && characterCount(title) > TITLE_LENGTH ? [`title is longer than ${TITLE_LENGTH}`] : []),
    ];
    if (typeof address === 'string' || areaId === undefined || reasons.length > 0)
      skipped.push({ at, reason: reasons.join('; ') });
    else if (pages.has(address.addressKey)) twice += 1;
    else pages.set(address.addressKey, { id: newId(), ...address, title, kind, areaId });
  }
  return { pages: [...pages.values()], skipped, twice };
}
