import type { FindingGrouping } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from '../app/router-hooks';
import { useOrganization } from '../organizations/organization';
import { useMaybeProduct } from '../products/product';
import { DownloadCsv } from '../products/download-csv';
import { SavedViews } from '../saved-views/saved-views';
import { EmptyState } from '../ui/empty-state';
import { Filters } from '../ui/filters';
import { filtersOf, isFilteredBy } from '../ui/list-query';
import { Loaded } from '../ui/loading';
import { Select } from '../ui/select';
import { Status } from '../ui/status';
import { View } from '../ui/view';
import { Board } from './board';
import { useFindingFilters } from './filters';
import { groupsQuery, type Scope } from './queries';
import styles from './page.module.css';

const isGroupKey = (by: string | undefined, options: readonly { value: string }[]): by is FindingGrouping =>
  options.some(({ value }) => value === by);

/** Findings to be decided on, grouped, with the details of one beside them. */
export function Page() {
  const { t } = useLingui();
  const [search, change] = useSearch();
  const { id: orgId, name: organization } = useOrganization();
  const product = useMaybeProduct();
  const filters = useFindingFilters(product === undefined);
  const kinds: { value: FindingGrouping; label: string }[] = [
    { value: 'rule', label: t`Rule` },
    { value: 'groupKey', label: t`Same barrier` },
    { value: 'sourceUrl', label: t`Page` },
    { value: 'selector', label: t`Selector` },
    { value: 'tool', label: t`Tool` },
    { value: 'severity', label: t`Severity` },
    { value: 'status', label: t`Status` },
  ];
  const by = isGroupKey(search['by'], kinds) ? search['by'] : 'rule';
  const scope: Scope = {
    orgId,
    productSlug: product?.slug,
    filters: { ...(search['q'] && { q: search['q'] }), ...filtersOf(search, filters) },
    by,
  };
  const groups = useQuery(groupsQuery(scope));
  const key = JSON.stringify(scope);
  return (
    <View title={t`Findings`} where={product?.name ?? organization}>
      <Filters filters={filters}>
        <SavedViews kind="findings" filters={filters} />
        <DownloadCsv list="findings" query={scope.filters} />
        <div className={styles.by}>
          <Select
            label={t`Group by`}
            value={by}
            options={kinds}
            onChange={(value) => change({ by: value === 'rule' ? undefined : value })}
          />
        </div>
      </Filters>
      <Loaded query={groups} lines={8}>
        {(page) => (
          <>
            <FirstCount key={key} findings={page.findings} />
            <Board
              key={`board ${key}`}
              scope={scope}
              product={product}
              page={page}
              empty={
                <Nothing
                  isFiltered={isFilteredBy(
                    search,
                    filters.filter(({ name }) => name !== 'status'),
                  )}
                />
              }
            />
          </>
        )}
      </Loaded>
    </View>
  );
}

/** Says how many there are when the list is there; answers say what follows themselves. */
function FirstCount({ findings }: { findings: number }) {
  const [first] = useState(findings);
  const [isOld, setOld] = useState(false);
  if (findings !== first && !isOld) setOld(true);
  return (
    <div className="visually-hidden">
      <Status>{!isOld && <Plural value={first} one="# finding" other="# findings" />}</Status>
    </div>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useLingui();
  return isFiltered ? (
    <EmptyState title={t`No matching findings`}>
      <Trans>Remove a filter, or shorten the search text.</Trans>
    </EmptyState>
  ) : (
    <EmptyState title={t`No findings left to triage.`}>
      <Trans>New findings appear here for triage.</Trans>
    </EmptyState>
  );
}
