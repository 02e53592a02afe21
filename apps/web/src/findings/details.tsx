import type { DetailedFinding, Finding, Rating } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { announce } from '../app/announcements';
import { loadPart } from '../app/parts';
import { Day } from '../organizations/day';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Disclosure } from '../ui/disclosure';
import { Facts } from '../ui/facts';
import { Failed, Loading } from '../ui/loading';
import { criteriaBy } from '../words/criteria';
import { FindingStatusBadge, RatingBadge } from '../words/term-badges';
import { DISMISSAL_REASONS } from '../words/terms';
import { Criteria } from './criteria';
import { confirmFinding, reopenFinding } from './decide';
import { DETAILS_TITLE, focusRow } from './focus';
import { IssueLink, More } from './more';
import { findingQuery } from './queries';
import { canBe, type FindingRights } from './rights';
import type { Triage } from './triage';
import styles from './details.module.css';

interface Props {
  triage: Triage;
  rights: FindingRights;
  /** As the list has it; absent where the list does not. */
  row: Finding | undefined;
  findingId: string;
  productSlug: string;
  productName: string | undefined;
}

/** One finding, and what can be done with it: what the list knows at once, the rest when it is read. */
export function Details({ triage, rights, row, findingId, productSlug, productName }: Props) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(findingQuery(triage.scope.orgId, productSlug, findingId));
  const finding = data ?? row;
  const read = data?.id;
  useEffect(() => {
    if (data) triage.reveal(data);
    // Only once: somebody may collapse its group afterwards.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [read, triage]);
  return (
    <section aria-label={t`Details`} className={styles.details} data-finding={findingId}>
      {finding ? (
        <>
          <header className={styles.head}>
            <div className={styles.top}>
              <h2 id={DETAILS_TITLE} tabIndex={-1} className={styles.title}>
                {finding.title}
              </h2>
              <Steps triage={triage} />
            </div>
            <div className={styles.badges}>
              <FindingStatusBadge status={finding.status} />
              {finding.needsReview && <Badge kind="warn">{t`Uncertain result`}</Badge>}
              {finding.proposed && <Badge>{t`In pull requests only`}</Badge>}
              {finding.regressionCount > 0 && <Badge kind="warn">{t`Reappeared`}</Badge>}
              <Rated name={t`Severity`} rating={finding.severity} />
              <Rated name={t`Impact`} rating={finding.impact} />
            </div>
          </header>
          <Actions triage={triage} rights={rights} finding={finding} productSlug={productSlug} />
          <Known finding={finding} read={data} product={productName} />
          {data ? <More finding={data} productSlug={productSlug} /> : !error && <Loading lines={4} />}
          {finding.groupKey !== null && (
            <Suspense fallback={null}>
              <Sources
                triage={triage}
                rights={rights}
                finding={finding}
                groupKey={finding.groupKey}
                productSlug={productSlug}
              />
            </Suspense>
          )}
          <Said key={findingId} orgId={triage.scope.orgId} productSlug={productSlug} findingId={findingId} />
        </>
      ) : (
        !error && <Loading lines={8} />
      )}
      {error && <Failed error={error} retry={() => void refetch()} />}
    </section>
  );
}

const Sources = lazy(() => loadPart(() => import('./sources')).then((part) => ({ default: part.Sources })));
const Talk = lazy(() => loadPart(() => import('../comments/conversation')).then((part) => ({ default: part.Talk })));

/** What people say about it: read when somebody opens it, so that triage stays quick. */
function Said({ orgId, productSlug, findingId }: { orgId: string; productSlug: string; findingId: string }) {
  const { t } = useLingui();
  return (
    <Disclosure title={t`Conversation and history`} isSmall>
      <Suspense fallback={<Loading lines={4} />}>
        <Talk record={{ kind: 'findings', orgId, productSlug, name: findingId }} />
      </Suspense>
    </Disclosure>
  );
}

function Actions({
  triage,
  rights,
  finding,
  productSlug,
}: Pick<Props, 'triage' | 'rights' | 'productSlug'> & { finding: Finding }) {
  const { t } = useLingui();
  const open = triage.openDialog;
  return (
    <div className={styles.actions}>
      {rights.mayConfirm && canBe('confirm', finding) && (
        <>
          <Button onClick={() => confirmFinding(triage, finding, {})}>{t`Confirm`}</Button>
          <Button kind="secondary" onClick={() => open('edit and confirm')}>{t`Edit and confirm`}</Button>
        </>
      )}
      {rights.mayDismiss && canBe('dismiss', finding) && (
        <Button kind="secondary" onClick={() => open('dismiss')}>{t`Dismiss`}</Button>
      )}
      {rights.mayReopen && canBe('reopen', finding) && (
        <Button onClick={() => reopenFinding(triage, finding)}>{t`Reopen`}</Button>
      )}
      {rights.mayEdit && <Button kind="quiet" onClick={() => open('edit')}>{t`Edit`}</Button>}
      {finding.status === 'confirmed' && finding.issueNumber !== null && (
        <p className={styles.text}>
          <Trans>
            Confirmed as issue <IssueLink number={finding.issueNumber} productSlug={productSlug} />. Change it there. It
            returns to triage when the issue is deleted.
          </Trans>
        </p>
      )}
    </div>
  );
}

const Rated = ({ name, rating }: { name: string; rating: Rating | null }) =>
  rating && (
    <span className={styles.rated}>
      {name} <RatingBadge rating={rating} />
    </span>
  );

/** To the findings before and after. */
function Steps({ triage }: { triage: Triage }) {
  const { t } = useLingui();
  return (
    <div className={styles.steps}>
      <Button kind="quiet" className={styles.back} onClick={focusRow}>{t`Back to the list`}</Button>
      <Button kind="quiet" aria-label={t`Previous finding`} title={t`Previous finding`} onClick={() => triage.step(-1)}>
        <Arrow d="M10 3L5 8l5 5" />
      </Button>
      <Button kind="quiet" aria-label={t`Next finding`} title={t`Next finding`} onClick={() => triage.step(1)}>
        <Arrow d="M6 3l5 5-5 5" />
      </Button>
    </div>
  );
}

const Arrow = ({ d }: { d: string }) => (
  <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
    <path d={d} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);

/** What the list knows of it, and what that means once it is read. */
function Known({
  finding,
  read,
  product,
}: {
  finding: Finding;
  read: DetailedFinding | undefined;
  product: string | undefined;
}) {
  const { t, i18n } = useLingui();
  const { selector, dismissalReason: reason, dismissedUntil: until } = finding;
  const { wcag, rgaa } = criteriaBy(finding.wcag);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(selector ?? '');
    announce(t`Copied.`);
  };
  return (
    <>
      <Facts
        facts={[
          [t`Product`, product],
          [t`Rule`, <Rule key="rule" finding={finding} />],
          [t`WCAG`, wcag.length > 0 && <Criteria key="wcag" criteria={wcag} named={read?.criteria ?? []} />],
          [t`RGAA`, rgaa.length > 0 && <Criteria key="rgaa" criteria={rgaa} named={read?.criteria ?? []} />],
          [
            t`Functional needs`,
            read?.functionalNeeds
              .filter(({ relation }) => relation === 'primary')
              .map(({ name }) => name)
              .join(', '),
          ],
          [
            t`Selector`,
            selector !== null && (
              <div key="selector" className={styles.selector}>
                <code className={styles.code}>{selector}</code>
                <Button kind="secondary" isSmall onClick={() => void copy()}>{t`Copy selector`}</Button>
              </div>
            ),
          ],
          [
            t`Description`,
            finding.description && (
              <p key="description" className={styles.text}>
                {finding.description}
              </p>
            ),
          ],
          [t`Dismissed`, reason && i18n._(DISMISSAL_REASONS[reason])],
          [t`Comment`, finding.dismissalComment],
          [t`Until`, until && <Day key="until" at={until} />],
        ]}
      />
    </>
  );
}

function Rule({ finding }: { finding: Finding }) {
  return (
    <>
      <code>{finding.ruleId}</code> · {finding.tool}
    </>
  );
}
