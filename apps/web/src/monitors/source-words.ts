import type { Source } from '@curbcut/client';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

/** Says in words where the pages of a run come from. */
export function useSourceText(): (source: Source) => string {
  const { t } = useLingui();
  return ({ pages, sitemap, list, crawl }) => {
    if (sitemap !== undefined) return t`Sitemap ${sitemap}`;
    if (list) return t`${plural(list.length, { one: '# address', other: '# addresses' })}`;
    if (crawl) return t`Pages linked from ${crawl.start}`;
    return pages && Object.keys(pages).length > 0 ? t`Some pages of the product` : t`All pages of the product`;
  };
}
