import type { ListedProduct } from '@curbcut/client';
import { chosenOf } from '../ui/list-query';

type Search = Readonly<Record<string, string>>;
const PAGE_SIZE = 50;

/** The page of products that an address asks for, of all that an organization has. */
export function shownProducts(products: readonly ListedProduct[], search: Search) {
  const words = (search['q'] ?? '').toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const [types, letters] = [chosenOf(search, { name: 'type' }), chosenOf(search, { name: 'letter' })];
  const found = products.filter(
    ({ name, slug, type, grade }) =>
      words.every((word) => `${name} ${slug}`.toLocaleLowerCase().includes(word)) &&
      (types.length === 0 || types.includes(type)) &&
      (letters.length === 0 || letters.includes(grade?.letter ?? 'none')),
  );
  const sorted = found.sort(orderBy(search['sortField']));
  if (search['sortDirection'] === 'desc') sorted.reverse();
  const pages = Math.max(1, Math.ceil(sorted.length / PAGE_SIZE));
  const page = Math.min(pages, Math.max(1, Number.parseInt(search['page'] ?? '1', 10) || 1));
  return {
    rows: sorted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    page,
    pageSize: PAGE_SIZE,
    total: found.length,
  };
}

type Order = (a: ListedProduct, b: ListedProduct) => number;

/** Names as people sort them; what has no letter comes after the worst. */
function orderBy(field: string | undefined): Order {
  const byName: Order = (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true });
  if (field === 'grade') return (a, b) => letterOf(a).localeCompare(letterOf(b)) || byName(a, b);
  if (field === 'updatedAt') return (a, b) => a.updatedAt.localeCompare(b.updatedAt) || byName(a, b);
  return byName;
}

const letterOf = ({ grade }: ListedProduct): string => grade?.letter ?? 'Z';
