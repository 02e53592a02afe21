import type { Type } from '@nestjs/common';
import { shapesOf } from '#libs/fields';
import { confirmAdmission, type AdmittedRequest } from '../http/current.js';
import { Streamed } from '../http/streamed.js';
import { ListTooLong, MAX_EXPORTED } from './errors.js';
import { columnsOf, type Whole } from './list-formats.js';
import { type Found, pageBy, Paging } from './paging.js';

/** For how long a reader may take nothing, in milliseconds: others wait until it is their turn. */
const STALLED_MS = 5_000;
/** How many records are read at once. */
const AT_ONCE = 500;

interface PageBody {
  total?: number | null;
  pagination?: { total: number | null };
}

/** A page that was read, and how it goes on. */
interface Read {
  paging: Paging;
  body: PageBody;
  records: readonly object[];
}

/**
 * A list as a whole, read page by page by its endpoint: the database reads the next one while one is written, and no more
 * than these two are held while its reader is waited for. It begins where the cursor says, if there is one.
 * @param list names the list with its filters and its order
 * @param page the class of a page
 * @param read has the endpoint read the page that is the current one
 * @throws ListTooLong
 */
export async function wholeList(
  request: Partial<AdmittedRequest>,
  { list, after, page }: { list: string; after: string | undefined; page: Type },
  format: Whole,
  read: () => Promise<object>,
): Promise<Streamed> {
  const [name, type] = recordsIn(page);
  const columns = columnsOf(type);
  const found: Found = {};
  const pageAfter = async (cursor: string | undefined, total: boolean): Promise<Read> => {
    const paging = new Paging(list, { after: cursor }, { page: 1, pageSize: AT_ONCE, total }, found);
    pageBy(paging);
    const body = (await read()) as PageBody & Record<string, object[]>;
    return { paging, body, records: body[name]! };
  };
  const first = await pageAfter(after, true);
  const total = first.body.total ?? first.body.pagination?.total ?? 0;
  if (total > MAX_EXPORTED) throw new ListTooLong(total);
  const confirmedAfter = async (cursor: string) => {
    // Whoever was signed out or removed meanwhile reads no further.
    await confirmAdmission(request);
    return pageAfter(cursor, false);
  };
  const parts = async function* (): AsyncGenerator<string, void, undefined> {
    yield format.head(columns);
    for (let part: Read | undefined = first; part;) {
      const { records, paging }: Read = part;
      const following: Promise<Read> | undefined = paging.next === undefined ? undefined : confirmedAfter(paging.next);
      // Seen where it is awaited, after the records are written.
      following?.catch(() => undefined);
      const written = records.map((record) => format.record(record, columns)).join('');
      part = await following;
      yield written;
    }
  };
  const headers = {
    'Content-Type': format.mediaType,
    'Content-Disposition': `attachment; filename="${name}.${format.ending}"`,
  };
  return new Streamed(headers, parts(), STALLED_MS);
}

/** Where a page has its records, and their class. */
function recordsIn(page: Type): [name: string, type: new () => object] {
  const [name, shape] = [...shapesOf(page as new () => object)].find(([, shape]) => shape?.isList)!;
  return [name, shape!.type!()];
}
