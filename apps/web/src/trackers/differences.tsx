import {
  type DifferingField,
  type TrackedSide,
  type TrackerConnection,
  type TrackerDifference,
  trackerDifferencesDecide,
} from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { useAddress, useSearch } from '../app/router-hooks';
import { useNames } from '../issues/people';
import { ModuleView } from '../organizations/module-view';
import { useCan, useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { ProductSettings } from '../products/settings-layout';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Facts } from '../ui/facts';
import { Link, OutLink } from '../ui/link';
import { listQueryOf } from '../ui/list-query';
import { LoadedView } from '../ui/loaded-view';
import { Loaded } from '../ui/loading';
import { Notice } from '../ui/notice';
import { Pagination } from '../ui/pagination';
import { Panel } from '../ui/panel';
import { Status } from '../ui/status';
import { Time } from '../ui/time';
import { problemText } from '../words/problems';
import { ISSUE_STATES } from '../words/terms';
import { connectionQuery, differencesQuery } from './queries';
import styles from './trackers.module.css';
import { FOLLOWED, PROBLEMS } from './words';

/** The issues that differ here and in a tracker: in what, and which side holds. */
export function Page() {
  const { t } = useLingui();
  return (
    <ModuleView module="issues" title={t`Differences`}>
      <Connection />
    </ModuleView>
  );
}

function Connection() {
  const { t } = useLingui();
  const { connection } = useAddress('/o/$org/p/$product/settings/trackers/$connection');
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const query = useQuery(connectionQuery(orgId, product.slug, connection));
  return (
    <LoadedView query={query} title={t`Differences`} where={product.name}>
      {(read) => <Differences connection={read.connection} />}
    </LoadedView>
  );
}

function Differences({ connection: { id, name, state } }: { connection: TrackerConnection }) {
  const { t } = useLingui();
  const [search] = useSearch();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const mayDecide = useCan('trackerDifferences_decide') && !product.archivedAt && state !== 'off';
  const { page, pageSize } = listQueryOf(search, []);
  const differences = useQuery(differencesQuery(orgId, product.slug, id, { page, pageSize }));
  const nameOf = useNames(
    (differences.data?.differences ?? []).flatMap(({ fields }) =>
      fields.map(({ field, here }) => (field === 'assignee' ? here : null)),
    ),
  );
  return (
    <ProductSettings
      title={t`Differences: ${name}`}
      lead={t`Issues that differ between Curbcut and the tracker, as of the last sync.`}
    >
      {state === 'off' && (
        <Notice kind="warning">
          <Trans>The connection is off. Turn it on to sync.</Trans>
        </Notice>
      )}
      <Loaded query={differences} lines={6}>
        {({ differences: found, pagination }) => (
          <>
            <Status>
              {pagination.total !== null && pagination.total > 0 && (
                <Plural value={pagination.total} one="# issue differs" other="# issues differ" />
              )}
            </Status>
            {found.length === 0 ? (
              <EmptyState title={t`No differences`}>
                <Trans>Curbcut and the tracker have the same values.</Trans>
              </EmptyState>
            ) : (
              found.map((difference) => (
                <OneIssue
                  key={difference.issueId}
                  difference={difference}
                  connectionId={id}
                  mayDecide={mayDecide}
                  nameOf={nameOf}
                />
              ))
            )}
            <Pagination page={page} pageSize={pageSize} total={pagination.total} isLast={found.length < pageSize} />
          </>
        )}
      </Loaded>
    </ProductSettings>
  );
}

interface OfIssue {
  difference: TrackerDifference;
  connectionId: string;
  mayDecide: boolean;
  nameOf: (id: string | null) => string;
}

function OneIssue({ difference, connectionId, mayDecide, nameOf }: OfIssue) {
  const { t, i18n } = useLingui();
  const { slug: org } = useOrganization();
  const { product } = useProduct();
  const { issueNumber, title, key, url, fields, lookedAt, waiting, problem } = difference;
  const to = at('/o/$org/p/$product/issues/$number', { org, product: product.slug, number: String(issueNumber) });
  return (
    <Panel>
      <h2 className={styles.name}>
        <Link to={to}>{`#${issueNumber} ${title}`}</Link>{' '}
        {waiting && <Badge kind="accent">{t`Sync in progress`}</Badge>}
      </h2>
      {problem !== null && <Notice kind="warning">{i18n._(PROBLEMS[problem])}</Notice>}
      <Facts
        facts={[
          [
            t`Tracker issue`,
            url === null ? (
              key
            ) : (
              <OutLink key="there" href={url}>
                {key ?? url}
              </OutLink>
            ),
          ],
          [t`Last sync`, lookedAt && <Time key="looked" at={lookedAt} />],
        ]}
      />
      {fields.map((field) => (
        <OneField
          key={field.field}
          issueNumber={issueNumber}
          connectionId={connectionId}
          differing={field}
          mayDecide={mayDecide}
          nameOf={nameOf}
        />
      ))}
    </Panel>
  );
}

interface OfField extends Pick<OfIssue, 'connectionId' | 'mayDecide' | 'nameOf'> {
  issueNumber: number;
  differing: DifferingField;
}

/** What both sides have of a field, and the buttons that say which holds. */
function OneField({ issueNumber, connectionId, differing, mayDecide, nameOf }: OfField) {
  const { t, i18n } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const [busy, setBusy] = useState<TrackedSide>();
  const [refusal, setRefusal] = useState<string>();
  const { field, here, there } = differing;
  const id = `difference-${issueNumber}-${field}`;
  const decide = async (side: TrackedSide): Promise<void> => {
    setBusy(side);
    setRefusal(undefined);
    try {
      const path = { orgId, productSlug: product.slug, connectionId, issueNumber };
      await call(trackerDifferencesDecide, { path, body: { field, side } });
      announce(side === 'here' ? t`The tracker gets the Curbcut value.` : t`Curbcut gets the tracker value.`);
      await queryClient.invalidateQueries({ queryKey: ['trackers', orgId, product.slug, connectionId] });
      void queryClient.invalidateQueries({ queryKey: ['issues', orgId] });
    } catch (error) {
      setRefusal(problemText(error));
    } finally {
      setBusy(undefined);
    }
  };
  const button = (side: TrackedSide, name: string) => (
    <Button kind="secondary" isSmall isBusy={busy === side} aria-describedby={id} onClick={() => void decide(side)}>
      {name}
    </Button>
  );
  const shown = (value: string | null, isHere: boolean): string => {
    if (value === null) return t`(empty)`;
    if (field === 'state') return i18n._(ISSUE_STATES[value as keyof typeof ISSUE_STATES]);
    return field === 'assignee' && isHere ? nameOf(value) || t`Former member` : value;
  };
  return (
    <div className={styles.group}>
      <h3 id={id} className={styles.field}>
        {i18n._(FOLLOWED[field])}
      </h3>
      <Facts
        facts={[
          [t`In Curbcut`, shown(here, true)],
          [t`In the tracker`, shown(there, false)],
        ]}
      />
      {mayDecide && (
        <div className={styles.buttons}>
          {button('here', t`Keep the Curbcut value`)}
          {button('there', t`Use the tracker value`)}
        </div>
      )}
      <div role="alert">{refusal && <Notice kind="problem">{refusal}</Notice>}</div>
    </div>
  );
}
