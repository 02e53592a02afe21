import type { Finding, FindingsGroup, FindingGrouping } from '@curbcut/client';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useId, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { alert } from '../app/announcements';
import { useStore } from '../app/store';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { RowCheckbox } from '../ui/checkbox';
import { Loaded } from '../ui/loading';
import { problemText } from '../words/problems';
import { FindingStatusBadge } from '../words/term-badges';
import { FINDING_STATUSES, RATINGS } from '../words/terms';
import { nameOf } from './names';
import { focusOpened } from './focus';
import { loadMoreRows, hasMore, rowsQuery } from './queries';
import type { Triage } from './triage';
import { isTicked, tickOf } from './triage-state';
import styles from './groups.module.css';

interface Props {
  triage: Triage;
  mayChoose: boolean;
  /** Whether rows name their product. */
  productOf: ((productId: string) => { name: string } | undefined) | undefined;
}

/** The findings of a list by what they have in common; groups open and close. */
export const Groups = ({ groups, ...props }: Props & { groups: readonly FindingsGroup[] }) => (
  <div className={styles.groups}>
    {groups.map((group) => (
      <Group key={group.key ?? ''} group={group} {...props} />
    ))}
  </div>
);

/** What the findings of a group have in common, in words. */
function useGroupName(by: FindingGrouping): (group: FindingsGroup) => string {
  const { t, i18n } = useLingui();
  return ({ key, title }) => {
    if (key === null) return t`Not specified`;
    if (by === 'groupKey') return title ?? key;
    if (by === 'severity') return i18n._(RATINGS[key as keyof typeof RATINGS]);
    if (by === 'status') return i18n._(FINDING_STATUSES[key as keyof typeof FINDING_STATUSES]);
    return key;
  };
}

function Group({ group, triage, ...rest }: Props & { group: FindingsGroup }) {
  const { t } = useLingui();
  const id = useId();
  const { key, count, bySeverity } = group;
  const isOpen = useStore(triage.store, (state) => key !== null && state.open.has(key));
  const name = useGroupName(triage.scope.by)(group);
  return (
    <section className={styles.group} aria-labelledby={id}>
      <div className={styles.head} data-group-head>
        {rest.mayChoose && key !== null && <GroupBox triage={triage} group={key} name={name} count={count} />}
        <h2 id={id} className={styles.name}>
          {key === null ? (
            <span
              className={styles.closed}
            >{`${name}, ${plural(count, { one: '# finding', other: '# findings' })}`}</span>
          ) : (
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={isOpen}
              onClick={() => triage.toggleGroup(key)}
            >
              <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
                <path d={isOpen ? 'M2 4l4 4 4-4' : 'M4 2l4 4-4 4'} fill="none" stroke="currentColor" strokeWidth="2" />
              </svg>
              <span>{`${name}, ${plural(count, { one: '# finding', other: '# findings' })}`}</span>
            </button>
          )}
        </h2>
      </div>
      <p className={styles.about}>
        {group.byTool
          ? group.byTool.map(({ tool }) => <Badge key={tool}>{tool}</Badge>)
          : group.title && <span>{group.title}</span>}
        {key === null && <span>{t`Group by rule to see these.`}</span>}
        {bySeverity.high > 0 && <Badge kind="wrong">{t`${bySeverity.high} high`}</Badge>}
        {bySeverity.medium > 0 && <Badge kind="warn">{t`${bySeverity.medium} medium`}</Badge>}
        {bySeverity.low > 0 && <Badge>{t`${bySeverity.low} low`}</Badge>}
      </p>
      {isOpen && key !== null && <Rows triage={triage} group={key} name={name} count={count} {...rest} />}
    </section>
  );
}

function GroupBox({ triage, group, name, count }: { triage: Triage; group: string; name: string; count: number }) {
  const { t } = useLingui();
  const ticked = useStore(triage.store, (state) => tickOf(state.ticked, { key: group, count }));
  return (
    <RowCheckbox
      name={t`Select all in ${name}`}
      isChecked={ticked === 'all'}
      isPartly={ticked === 'some'}
      onChange={() => triage.chooseGroup({ key: group, count })}
    />
  );
}

function Rows({ triage, group, name, count, ...rest }: Props & { group: string; name: string; count: number }) {
  const { t } = useLingui();
  const query = useQuery(rowsQuery(triage.scope, group));
  const [isLoading, setLoading] = useState(false);
  const { data } = query;
  useEffect(() => {
    if (data) triage.begin();
  }, [data, triage]);
  const more = async (): Promise<void> => {
    setLoading(true);
    try {
      await loadMoreRows(triage.scope, group);
    } catch (error) {
      alert(problemText(error));
    } finally {
      setLoading(false);
    }
  };
  return (
    <Loaded query={query} lines={Math.min(count, 8)}>
      {(rows) => (
        <>
          <ul role="list" aria-label={name} className={styles.rows}>
            {rows.map((row) => (
              <Row key={row.id} row={row} group={group} triage={triage} {...rest} />
            ))}
          </ul>
          {hasMore(rows, count) && (
            <div className={styles.more}>
              <Button kind="secondary" isSmall isBusy={isLoading} onClick={() => void more()}>{t`Show more`}</Button>
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}

const Row = memo(function Row({ row, group, triage, mayChoose, productOf }: Props & { row: Finding; group: string }) {
  const { t } = useLingui();
  const isCurrent = useStore(triage.store, ({ current }) => current?.id === row.id);
  const isRowChosen = useStore(triage.store, (state) => isTicked(state, row.id, group));
  const tabIndex = isCurrent ? 0 : -1;
  const product = productOf?.(row.productId)?.name;
  const name = nameOf(row);
  const id = `finding-${row.id}`;
  const show = (event: MouseEvent): void => {
    // To another tab as ever.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    triage.show(row);
    focusOpened();
  };
  return (
    <li className={styles.row} data-current={isCurrent || undefined} data-finding={row.id}>
      {mayChoose && (
        <RowCheckbox
          name={t`Select ${name}`}
          isChecked={isRowChosen}
          onChange={() => triage.choose(row, group)}
          tabIndex={tabIndex}
        />
      )}
      <div className={styles.what}>
        <a
          href={triage.addressOf(row)}
          className={styles.title}
          tabIndex={tabIndex}
          aria-current={isCurrent || undefined}
          aria-describedby={id}
          data-current-row={isCurrent || undefined}
          onClick={show}
          onKeyDown={(event) => walk(event, triage)}
        >
          {row.title}
        </a>
        <span id={id} className={styles.where}>
          {product && <span>{product}</span>}
          <span className={styles.selector}>{row.selector ?? row.ruleId}</span>
        </span>
      </div>
      {row.status !== 'pending' && <FindingStatusBadge status={row.status} />}
    </li>
  );
});

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: -Infinity,
  End: Infinity,
};

/** Arrows move from row to row. */
function walk(event: KeyboardEvent, triage: Triage): void {
  const steps = STEPS[event.key];
  if (steps === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  triage.step(steps, true);
}
