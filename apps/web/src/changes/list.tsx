import type { Change } from '@curbcut/client';
import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '../app/router-hooks';
import { ModuleView } from '../organizations/module-view';
import { useOrganization } from '../organizations/organization';
import { useMaybeProduct } from '../products/product';
import { DownloadCsv } from '../products/download-csv';
import { useProductOf } from '../products/rows';
import { EmptyState } from '../ui/empty-state';
import { Filters } from '../ui/filters';
import { type Filter, isFilteredBy, listQueryOf } from '../ui/list-query';
import { Loaded } from '../ui/loading';
import { Pagination } from '../ui/pagination';
import { Status } from '../ui/status';
import { View } from '../ui/view';
import { optionsOf } from '../words/options';
import { SUBJECT_KINDS } from '../words/terms';
import { changesQuery } from './queries';
import { SubjectLink } from './subject-link';
import { Timeline } from './timeline';

/** What happened in an organization, or to one product: who did what, when, and what it was before. */
export function Page() {
  const { t } = useLingui();
  return (
    <ModuleView module="changes" title={t`Changes`}>
      <ChangeList />
    </ModuleView>
  );
}

function ChangeList() {
  const { t, i18n } = useLingui();
  const [search] = useSearch();
  const { id: orgId, name: organization } = useOrganization();
  const product = useMaybeProduct();
  const isOverProducts = product === undefined;
  const productOf = useProductOf(isOverProducts);
  const filters: Filter[] = [{ name: 'subjectKind', label: t`Event`, options: optionsOf(i18n, SUBJECT_KINDS) }];
  const asked = listQueryOf(search, filters);
  const changes = useQuery(changesQuery(orgId, product?.slug, asked));
  const slugOf = (change: Change): string | undefined =>
    product?.slug ?? (change.productId === null ? undefined : productOf(change.productId)?.slug);
  return (
    <View title={t`Changes`} where={product?.name ?? organization}>
      <Filters filters={filters} hasSearch={false}>
        <DownloadCsv list="changes" query={asked} />
      </Filters>
      <Loaded query={changes} lines={8}>
        {({ changes: found, total, page, pageSize }) => (
          <>
            <Status>
              <Plural value={total ?? found.length} one="# change" other="# changes" />
            </Status>
            {found.length > 0 ? (
              <Timeline changes={found} about={(change) => <About change={change} product={slugOf(change)} />} />
            ) : (
              <EmptyState title={isFilteredBy(search, filters) ? t`No matching changes` : t`No changes yet`} />
            )}
            <Pagination page={page} pageSize={pageSize} total={total} isLast={found.length < pageSize} />
          </>
        )}
      </Loaded>
    </View>
  );
}

/** The record, and its product where the list is over products. */
function About({ change, product }: { change: Change; product: string | undefined }) {
  const productOf = useProductOf(useMaybeProduct() === undefined);
  const { subject, productId } = change;
  const name = productId === null || subject.kind === 'product' ? undefined : productOf(productId)?.name;
  return (
    <>
      <SubjectLink subject={subject} product={product} />
      {name !== undefined && ` · ${name}`}
    </>
  );
}
