import type { Audit } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { announce } from '../app/announcements';
import { at } from '../app/addresses';
import { useSearch } from '../app/router-hooks';
import { useStore } from '../app/store';
import { useMe } from '../app/session';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { useShortcuts } from '../shortcuts/use-shortcuts';
import { ShortcutsDialog } from '../shortcuts/dialog';
import { EmptyState } from '../ui/empty-state';
import { SEARCH_FIELD } from '../ui/filters';
import { Link } from '../ui/link';
import { Notice } from '../ui/notice';
import { useIsWide } from '../ui/use-is-wide';
import { OUTCOMES } from '../words/terms';
import { Bar } from './bar';
import type { EntryKey, Grid } from './cells';
import { CellDetails } from './details';
import { isMine, SHOW, type Show, shownOf } from './filter';
import { OutcomeGrid } from './outcome-grid';
import { Progress } from './progress';
import { assignmentsQuery, type AuditPath } from './queries';
import { Unsent } from './unsent';
import { createWorkbench, type Workbench } from './workbench';
import styles from './board.module.css';

interface Props {
  path: AuditPath;
  audit: Audit;
  grid: Grid;
  mayDecide: boolean;
}

const isShow = (text: string): text is Show => (SHOW as readonly string[]).includes(text);

/** The grid with what is known of one cell beside it. */
export function Board({ path, audit, grid, mayDecide }: Props) {
  const { t } = useLingui();
  const { slug: org } = useOrganization();
  const { product } = useProduct();
  const [search] = useSearch();
  const isWide = useIsWide();
  const asked = search['show'] ?? 'all';
  const show: Show = isShow(asked) ? asked : 'all';
  const [workbench] = useState(() => createWorkbench(path, search));
  const root = useRef<HTMLDivElement>(null);
  const [isListed, setListed] = useState(false);
  useEffect(() => workbench.start(), [workbench]);
  useEffect(() => workbench.take(grid), [workbench, grid]);
  useShown({ workbench, grid, path, show, isWide, entry: search['entry'] });
  const isNothing = useStore(
    workbench.store,
    ({ shown }) => shown.entries.length > 0 && shown.requirementIds.length === 0,
  );
  useOutcomeKeys(workbench, root, mayDecide, () => setListed(true));
  return (
    <div ref={root} className={styles.workbench}>
      {grid.sample.length === 0 && (
        <Notice>
          <Trans>
            The sample has no pages or views yet. Until then, outcomes apply to all pages together.{' '}
            <Link
              to={at('/o/$org/p/$product/audits/$number', { org, product: product.slug, number: path.number })}
            >{t`Add to the sample`}</Link>
          </Trans>
        </Notice>
      )}
      <Progress workbench={workbench} grid={grid} />
      <div>
        <Bar workbench={workbench} grid={grid} show={show} isWide={isWide} listKeys={() => setListed(true)} />
        <Unsent workbench={workbench} grid={grid} />
      </div>
      {isNothing ? (
        <EmptyState title={t`No matching outcomes`}>{t`Show all, or change the filter.`}</EmptyState>
      ) : (
        <div className={styles.board}>
          <OutcomeGrid workbench={workbench} grid={grid} mayDecide={mayDecide} />
          <CellDetails workbench={workbench} audit={audit} grid={grid} mayDecide={mayDecide} />
        </div>
      )}
      <ShortcutsDialog isOpen={isListed} onClose={() => setListed(false)} />
    </div>
  );
}

/**
 * Decides what is shown when somebody asks for something else, and not with each outcome: a row that fits no more stays
 * till then.
 */
function useShown({
  workbench,
  grid,
  path,
  show,
  isWide,
  entry,
}: {
  workbench: Workbench;
  grid: Grid;
  path: AuditPath;
  show: Show;
  isWide: boolean;
  entry: string | undefined;
}): void {
  const { user } = useMe();
  const { data: assignments } = useQuery({ ...assignmentsQuery(path), enabled: show === 'mine' });
  const columns = grid.sample.map(({ number }) => number).join();
  const rows = grid.requirements.map(({ requirementId }) => requirementId).join();
  const one = isWide ? '' : (entry ?? '');
  const choose = useEffectEvent(() => {
    const isAssigned = (requirementId: string, cell: EntryKey): boolean =>
      isMine(assignments ?? [], user.id, requirementId, cell);
    const shown = shownOf(grid, workbench.store.get().rows, show, isAssigned);
    // Where there is room for one column, it is that of one entry.
    const narrow = shown.entries.find((key) => String(key) === one) ?? shown.entries[grid.sample.length > 0 ? 1 : 0];
    workbench.show(isWide ? shown : { ...shown, entries: narrow === undefined ? [] : [narrow] });
  });
  useEffect(() => choose(), [show, isWide, one, columns, rows, assignments]);
}

/** Single keys, where somebody is in the grid or beside it. */
function useOutcomeKeys(
  workbench: Workbench,
  root: React.RefObject<HTMLDivElement | null>,
  mayDecide: boolean,
  listKeys: () => void,
): void {
  const { i18n, t } = useLingui();
  const decide = (outcome: keyof typeof OUTCOMES) => (): void => {
    if (!mayDecide || !root.current?.contains(document.activeElement)) return;
    const count = workbench.decide(outcome);
    const word = i18n._(OUTCOMES[outcome]);
    announce(count === 1 ? word : t`${word}: ${count} outcomes`);
  };
  useShortcuts({
    passed: decide('passed'),
    failed: decide('failed'),
    inapplicable: decide('inapplicable'),
    cannotTell: decide('cannot_tell'),
    untested: decide('untested'),
    search: () => document.getElementById(SEARCH_FIELD)?.focus(),
    shortcuts: listKeys,
  });
}
