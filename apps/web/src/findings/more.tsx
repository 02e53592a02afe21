import type { DetailedFinding, FindingLine, SimilarFinding, SimilarFindings } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { at } from '../app/addresses';
import { useOrganization } from '../organizations/organization';
import { Facts } from '../ui/facts';
import { Link, OutLink } from '../ui/link';
import { Time } from '../ui/time';
import { FindingStatusBadge } from '../words/term-badges';
import { DISMISSAL_REASONS, LINE_KINDS } from '../words/terms';
import styles from './details.module.css';

/** What only the finding itself tells. */
export function More({ finding, productSlug }: { finding: DetailedFinding; productSlug: string }) {
  const { t } = useLingui();
  const { issue, lines, similar } = finding;
  return (
    <>
      <Facts
        facts={[
          [t`Issue`, issue && <IssueLink key="issue" number={issue.number} productSlug={productSlug} />],
          [t`First seen`, <Time key="first" at={finding.firstSeenAt} />],
          [t`Last seen`, <Time key="last" at={finding.lastSeenAt} />],
          [t`Resolved`, finding.resolvedAt && <Time key="resolved" at={finding.resolvedAt} />],
        ]}
      />
      {lines.length > 0 && <Lines lines={lines} />}
      {finding.pages.length > 0 && <Pages finding={finding} />}
      {similar.newest.length > 0 && <Similar similar={similar} productSlug={productSlug} />}
    </>
  );
}

/** Leads to the issue that a finding was confirmed as. */
export function IssueLink({ number, productSlug }: { number: number; productSlug: string }) {
  const { slug: org } = useOrganization();
  const path = at('/o/$org/p/$product/issues/$number', { org, product: productSlug, number: String(number) });
  return <Link to={path}>#{number}</Link>;
}

/** Where it is now, and where it was. */
function Lines({ lines }: { lines: readonly FindingLine[] }) {
  const { t, i18n } = useLingui();
  return (
    <div className={styles.part}>
      <h3>{t`Lines`}</h3>
      <ul className={styles.pages}>
        {lines.map(({ id, kind, name, present, lastSeenAt }) => (
          <li key={id}>
            {i18n._(LINE_KINDS[kind])}
            {name !== null && ` ${name}`}
            <span className={styles.quiet}>
              {' · '}
              {present ? (
                <Trans>present</Trans>
              ) : (
                <Trans>
                  not present, last seen <Time at={lastSeenAt} />
                </Trans>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Pages({ finding: { pages, pageCount } }: { finding: DetailedFinding }) {
  const { i18n } = useLingui();
  return (
    <div className={styles.part}>
      <h3>
        <Plural value={pageCount} one="Seen on # page" other="Seen on # pages" />
      </h3>
      <ul className={styles.pages}>
        {pages.map(({ page, lines }) => (
          <li key={page}>
            <OutLink href={page}>{page}</OutLink>
            {lines.length > 0 && (
              <span className={styles.quiet}>
                {' · '}
                {lines.map(({ name, kind }) => name ?? i18n._(LINE_KINDS[kind])).join(', ')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What was decided of others of the same rule. */
function Similar({ similar, productSlug }: { similar: SimilarFindings; productSlug: string }) {
  const { t } = useLingui();
  return (
    <div className={styles.part}>
      <h3>{t`Similar findings`}</h3>
      <p>
        <Trans>
          Same rule: {similar.confirmed} confirmed, {similar.dismissed} dismissed. Latest findings:
        </Trans>
      </p>
      <ul className={styles.similar} role="list">
        {similar.newest.map((finding) => (
          <li key={finding.id} data-finding={finding.id}>
            <SimilarRow finding={finding} productSlug={productSlug} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function SimilarRow({ finding, productSlug }: { finding: SimilarFinding; productSlug: string }) {
  const { i18n } = useLingui();
  const { slug: org } = useOrganization();
  const { id, dismissalReason: reason, dismissalComment: comment, issueNumber, decidedAt } = finding;
  return (
    <>
      <Link to={at('/o/$org/p/$product/findings/$finding', { org, product: productSlug, finding: id })}>
        {finding.title}
      </Link>{' '}
      <FindingStatusBadge status={finding.status} />{' '}
      {issueNumber !== null && <IssueLink number={issueNumber} productSlug={productSlug} />}{' '}
      <span className={styles.quiet}>
        {reason && i18n._(DISMISSAL_REASONS[reason])}
        {decidedAt !== null && (
          <>
            {reason && ' · '}
            <Time at={decidedAt} isDate />
          </>
        )}
      </span>
      {comment !== null && <p className={styles.text}>{comment}</p>}
    </>
  );
}
