import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '../app/router-hooks';
import { Button } from './button';
import styles from './pagination.module.css';

/** To the pages before and after; `total` is null where nobody counted. */
export function Pagination({
  page,
  pageSize,
  total,
  isLast,
}: {
  page: number;
  pageSize: number;
  total: number | null;
  isLast: boolean;
}) {
  const { t } = useLingui();
  const [, change] = useSearch();
  const pages = total === null ? undefined : Math.max(1, Math.ceil(total / pageSize));
  const hasNext = pages === undefined ? !isLast : page < pages;
  if (page === 1 && !hasNext) return null;
  const go = (to: number) => {
    change({ page: to === 1 ? undefined : String(to) });
    document.querySelector<HTMLElement>('main h1')?.scrollIntoView();
  };
  return (
    <nav aria-label={t`Pages`} className={styles.pages}>
      {page > 1 && <Button kind="secondary" onClick={() => go(page - 1)}>{t`Previous page`}</Button>}
      <p>
        {pages === undefined ? (
          <Trans>Page {page}</Trans>
        ) : (
          <Trans>
            Page {page} of {pages}
          </Trans>
        )}
      </p>
      {hasNext && <Button kind="secondary" onClick={() => go(page + 1)}>{t`Next page`}</Button>}
    </nav>
  );
}
