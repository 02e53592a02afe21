import { type BulkTriageData, type Finding, findingsBulkTriage } from '@curbcut/client';
import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { call } from '../app/client';
import { useOrganization } from '../organizations/organization';
import { Button } from '../ui/button';
import { DialogButton } from '../ui/dialog-button';
import { Link } from '../ui/link';
import { seenOf } from '../ui/selection';
import { FindingStatusBadge } from '../words/term-badges';
import { decidedText } from './decide';
import { DismissForm } from './dismiss-form';
import { sourcesQuery } from './queries';
import type { FindingRights } from './rights';
import type { Triage } from './triage';
import { useSaving } from './use-saving';
import styles from './details.module.css';

interface Props {
  triage: Triage;
  rights: FindingRights;
  finding: Finding;
  /** What the findings of one element and criterion have in common. */
  groupKey: string;
  productSlug: string;
}

/** What other tools report of the same element and criterion: one barrier, which is decided once. */
export function Sources({ triage, rights, finding, groupKey, productSlug }: Props) {
  const { t } = useLingui();
  const { slug: org } = useOrganization();
  const { orgId } = triage.scope;
  const { data: all = [] } = useQuery(sourcesQuery(orgId, productSlug, groupKey));
  if (all.every(({ tool }) => tool === finding.tool)) return null;
  const others = all.filter(({ id }) => id !== finding.id);
  const pending = all.filter(({ status }) => status === 'pending');
  const decide = async (data: BulkTriageData): Promise<void> => {
    const body = { ...seenOf(pending), data };
    const { updated, decision, skipped = [] } = await call(findingsBulkTriage, { path: { orgId }, body });
    await triage.answered({ text: decidedText(data.action, updated), decided: [decision], skipped });
  };
  const expected = pending.length;
  const isOne = expected > 1 && rights.mayTriageMany;
  return (
    <div className={styles.part}>
      <h3>{t`Also reported for this element`}</h3>
      <ul className={styles.similar} role="list" aria-label={t`Also reported for this element`}>
        {others.map(({ id, tool, ruleId, status, selector }) => (
          <li key={id} data-finding={id}>
            {tool}:{' '}
            <Link to={at('/o/$org/p/$product/findings/$finding', { org, product: productSlug, finding: id })}>
              {ruleId}
            </Link>{' '}
            <FindingStatusBadge status={status} /> <span className={styles.quiet}>{selector}</span>
          </li>
        ))}
      </ul>
      {isOne && (
        <div className={styles.together}>
          {rights.mayConfirm && <ConfirmAll confirm={() => decide({ action: 'confirm', asOne: true })} />}
          {rights.mayDismiss && (
            <DialogButton name={t`Dismiss all of them`} isSmall>
              {(close) => (
                <DismissForm
                  productSlug={productSlug}
                  send={(body) => decide({ action: 'dismiss', ...body })}
                  close={close}
                >
                  <p>
                    <Plural value={expected} one="This affects # finding." other="This affects # findings." />
                  </p>
                </DismissForm>
              )}
            </DialogButton>
          )}
        </div>
      )}
    </div>
  );
}

function ConfirmAll({ confirm }: { confirm: () => Promise<void> }) {
  const { t } = useLingui();
  return (
    <Button kind="secondary" isSmall {...useSaving(confirm)}>
      {t`Confirm all of them as one issue`}
    </Button>
  );
}
