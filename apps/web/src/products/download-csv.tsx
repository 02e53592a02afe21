import { useLingui } from '@lingui/react/macro';
import { base } from '../app/client';
import { stringifySearch } from '../app/search-params';
import { useOrganization } from '../organizations/organization';
import { buttonClass } from '../ui/button';
import { useMaybeProduct } from './product';

/** Lists that the interface tells as a whole. */
type ListName = 'findings' | 'issues' | 'audits' | 'risks' | 'test-activity' | 'changes' | 'pages';

/** A list with its filters in its order as a file: all of it, not only the page that is shown. */
export function DownloadCsv({ list, query }: { list: ListName; query: Readonly<Record<string, unknown>> }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const product = useMaybeProduct();
  const { page: _page, pageSize: _pageSize, total: _total, ...asked } = query;
  const of = product ? `/products/${encodeURIComponent(product.slug)}` : '';
  const address = `${base}/v1/organizations/${orgId}${of}/${list}${stringifySearch({ ...asked, format: 'csv' })}`;
  return (
    <a href={address} download={`${list}.csv`} className={buttonClass('secondary')}>
      {t`Download CSV`}
    </a>
  );
}
