import type { Audit, AuditOutcome } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearch } from '../app/router-hooks';
import { useStore } from '../app/store';
import { RadioGroup } from '../ui/checkbox';
import { OutLink } from '../ui/link';
import { Loaded } from '../ui/loading';
import { OUTCOMES } from '../words/terms';
import { type Grid, keyOf, outcomeOn, ownOutcome, type Place } from './cells';
import { CellHistory, CellIssues, PageFindings } from './cell-records';
import { CellEvidence } from './cell-evidence';
import { CellNote } from './cell-note';
import { outcomeQuery } from './queries';
import { DETAILS_HEADING } from './outcome-grid';
import { Procedure, useRequirement } from './procedure';
import type { Workbench } from './workbench';
import styles from './details.module.css';

interface Props {
  workbench: Workbench;
  audit: Audit;
  grid: Grid;
  mayDecide: boolean;
}

/** Who goes on sooner reads nothing of a cell. */
const PAUSE_MS = 250;

/** What is known of the cell where one is, and what can be said of it. */
export function CellDetails(props: Props) {
  const { t } = useLingui();
  const current = useStore(props.workbench.store, (state) => state.current);
  const settled = useSettled(current);
  useAddressOfCell(settled);
  return (
    <section aria-labelledby={DETAILS_HEADING} className={styles.details}>
      {current ? (
        <Cell {...props} place={current} isSettled={settled !== undefined && keyOf(settled) === keyOf(current)} />
      ) : (
        <h2 id={DETAILS_HEADING} tabIndex={-1}>{t`Select a cell`}</h2>
      )}
    </section>
  );
}

function Cell({ workbench, audit, grid, mayDecide, place, isSettled }: Props & { place: Place; isSettled: boolean }) {
  const { t, i18n } = useLingui();
  const { requirementId, entry } = place;
  const row = useStore(workbench.store, (state) => state.rows.get(requirementId));
  const requirement = grid.requirements.find((one) => one.requirementId === requirementId);
  const page = grid.sample.find(({ number }) => number === entry);
  const read = useQuery({ ...outcomeQuery(workbench.audit, requirementId, entry), enabled: isSettled });
  const known = useRequirement(audit, requirementId);
  const own = ownOutcome(row, entry);
  const holds = outcomeOn(row, entry);
  const cell = row?.read.get(entry);
  const mayChange = mayDecide && requirement?.isGone === false;
  if (!requirement) return null;
  return (
    <>
      <header className={styles.head}>
        <h2 id={DETAILS_HEADING} tabIndex={-1} className={styles.title}>
          {requirement.number} {requirement.name}
        </h2>
        <p className={styles.page}>
          {entry === 'all' ? t`All pages` : page?.name}
          {page?.url && (
            <>
              {' · '}
              <OutLink href={page.url}>{page.url}</OutLink>
            </>
          )}
        </p>
        {page?.description && <p>{page.description}</p>}
        {own === 'untested' && holds !== 'untested' && <p>{t`As on all pages: ${i18n._(OUTCOMES[holds])}`}</p>}
        {cell?.former && <p>{t`In the previous audit: ${i18n._(OUTCOMES[cell.former])}`}</p>}
      </header>
      {mayChange ? (
        <RadioGroup
          label={t`Outcome`}
          name="outcome"
          value={own}
          onChange={(outcome) => workbench.say([{ ...place, outcome: outcome as AuditOutcome }])}
          options={(Object.keys(OUTCOMES) as AuditOutcome[]).map((outcome) => ({
            value: outcome,
            label: i18n._(OUTCOMES[outcome]),
          }))}
        />
      ) : (
        <p>
          {t`Outcome`}: <strong>{i18n._(OUTCOMES[own])}</strong>
        </p>
      )}
      <Procedure requirement={known} />
      {isSettled && (
        <Loaded query={read} lines={4}>
          {(outcome) => (
            <>
              <CellNote
                key={keyOf(place)}
                workbench={workbench}
                place={place}
                outcome={outcome}
                mayChange={mayChange}
              />
              <CellIssues
                workbench={workbench}
                place={place}
                requirement={requirement}
                outcome={outcome}
                mayChange={mayChange}
              />
              <CellEvidence
                key={`evidence ${keyOf(place)}`}
                workbench={workbench}
                place={place}
                outcome={outcome}
                mayChange={mayChange}
              />
            </>
          )}
        </Loaded>
      )}
      {isSettled && page?.url && <PageFindings audit={workbench.audit} url={page.url} wcag={known?.wcag} />}
      <CellHistory key={`history ${keyOf(place)}`} audit={workbench.audit} place={place} />
    </>
  );
}

/** A cell at which somebody stays for a moment. */
function useSettled(current: Place | undefined): Place | undefined {
  const [settled, setSettled] = useState(current);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(current), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [current]);
  return settled;
}

/** A copied link leads to the cell. */
function useAddressOfCell(place: Place | undefined): void {
  const [search, change] = useSearch();
  const isThere = search['requirement'] === place?.requirementId && search['entry'] === String(place?.entry);
  useEffect(() => {
    if (place && !isThere) change({ requirement: place.requirementId, entry: String(place.entry) }, { isTyping: true });
    // Written once somebody has moved; what else changes the address leads elsewhere.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [place]);
}
