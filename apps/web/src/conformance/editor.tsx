import type { ConformanceReport, JudgedRequirement, ReportRequirementList } from '@curbcut/client';
import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { announce } from '../app/announcements';
import { useSearch } from '../app/router-hooks';
import { useOrganization } from '../organizations/organization';
import { standardsQuery } from '../standards/queries';
import { Badge } from '../ui/badge';
import { EmptyState } from '../ui/empty-state';
import { Link } from '../ui/link';
import { Select } from '../ui/select';
import { Status } from '../ui/status';
import { VerdictBadge } from './badges';
import styles from './editor.module.css';
import { isOfReport } from './queries';
import { OpenRequirement } from './requirement';

type Shown = '' | 'without' | 'problems';

const FITS: Record<Shown, (requirement: JudgedRequirement) => boolean> = {
  '': () => true,
  without: ({ verdicts }) => verdicts.length === 0,
  problems: ({ problems }) => problems.length > 0,
};

const isShown = (text: string): text is Shown => Object.hasOwn(FITS, text);

/** The requirements of a report, and what it says of the one that is open beside them. */
export function Editor({ report, found }: { report: ConformanceReport; found: ReportRequirementList }) {
  const { t } = useLingui();
  const [search, change] = useSearch();
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const asked = search['show'] ?? '';
  const show: Shown = isShown(asked) ? asked : '';
  const { id: orgId } = useOrganization();
  const isOfSeveral = report.standards.length > 1;
  const standards = useQuery({ ...standardsQuery(orgId), enabled: isOfSeveral });
  const nameOf = (id: string | undefined): string | undefined =>
    standards.data?.find((standard) => standard.id === id)?.name;
  const all = found.requirements.filter(isOfReport);
  const shown = all.filter(FITS[show]);
  const open = all.find(({ id }) => id === search['requirement']) ?? shown[0];
  const go = (id: string): void => change({ requirement: id }, { isTyping: true });
  const focusHeading = (): void => void setTimeout(() => heading.current?.focus());
  const next = (): void => {
    const place = open ? all.indexOf(open) : -1;
    const following = all.find((requirement, at) => at > place && FITS[show](requirement));
    if (!following) return announce(t`End of the requirements.`);
    go(following.id);
    focusHeading();
  };
  const walk = (event: KeyboardEvent): void => {
    const steps = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    if (steps === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const from = shown.findIndex(({ id }) => id === open?.id);
    const to = Math.min(shown.length - 1, Math.max(0, from + steps));
    if (!shown[to]) return;
    go(shown[to].id);
    list.current?.querySelectorAll('a')[to]?.focus();
  };
  if (all.length === 0)
    return (
      <EmptyState title={t`No requirements yet`}>
        {t`Choose an audit or a standard under "About the report" to see the requirements.`}
      </EmptyState>
    );
  return (
    <div className={styles.editor}>
      <div className={styles.side}>
        <Select
          label={t`Show`}
          value={show}
          onChange={(value) => change({ show: value || undefined, requirement: undefined })}
          options={[
            { value: '', label: t`All` },
            { value: 'without', label: t`Without a verdict` },
            { value: 'problems', label: t`With problems` },
          ]}
        />
        <Status>
          <Plural value={shown.length} one="# requirement" other="# requirements" />
        </Status>
        <ul ref={list} role="list" aria-label={t`Requirements`} className={styles.list}>
          {shown.map((requirement, at) => (
            <Row
              key={requirement.id}
              requirement={requirement}
              standard={isOfSeveral ? nameOf(requirement.standardId) : undefined}
              isCurrent={requirement === open}
              // One tab stop: arrows move.
              isStop={requirement === open || (at === 0 && !(open && shown.includes(open)))}
              onKeyDown={walk}
              onOpen={() => {
                go(requirement.id);
                focusHeading();
              }}
            />
          ))}
        </ul>
      </div>
      {open && <OpenRequirement report={report} requirement={open} heading={heading} next={next} />}
    </div>
  );
}

function Row({
  requirement,
  standard,
  isCurrent,
  isStop,
  onKeyDown,
  onOpen,
}: {
  requirement: JudgedRequirement;
  /** Of a report that covers several: whose it is. */
  standard: string | undefined;
  isCurrent: boolean;
  isStop: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onOpen: () => void;
}) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const [search] = useSearch();
  const { id, number, name, verdicts, problems } = requirement;
  const open = (event: MouseEvent): void => {
    // To another tab as ever.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <li className={styles.row} data-current={isCurrent || undefined}>
      <Link
        to={pathname}
        search={{ ...search, requirement: id }}
        isCurrent={isCurrent}
        tabIndex={isStop ? 0 : -1}
        className={styles.link}
        onClick={open}
        onKeyDown={onKeyDown}
      >
        {number} {name}
      </Link>
      {standard !== undefined && <span className={styles.standard}>{standard}</span>}
      <span className={styles.said}>
        {verdicts.length === 0 && <VerdictBadge verdict={undefined} />}
        {verdicts.map(({ component, verdict }) => (
          <VerdictBadge key={component} verdict={verdict} />
        ))}
        {problems.length > 0 && verdicts.length > 0 && (
          <Badge kind="warn">
            <Plural value={problems.length} one="# problem" other="# problems" />
          </Badge>
        )}
        {requirement.suggestion?.verdict && verdicts.length === 0 && <Badge kind="accent">{t`Suggestion`}</Badge>}
      </span>
    </li>
  );
}
