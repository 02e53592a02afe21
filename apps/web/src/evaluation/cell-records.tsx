import {
  type AskedRequirement,
  auditsOpenIssue,
  type OpenIssueOfOutcomes,
  type Outcome,
  type Rating,
} from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { RatingField, ratingOf } from '../issues/fields';
import { IssueField } from '../issues/issue-field';
import { useCan, useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Disclosure } from '../ui/disclosure';
import { Form, useForm } from '../ui/form';
import { Link } from '../ui/link';
import { Loaded } from '../ui/loading';
import { TextArea, TextField } from '../ui/text-field';
import { Time } from '../ui/time';
import { FindingStatusBadge } from '../words/term-badges';
import { OUTCOMES } from '../words/terms';
import { useNote } from './cell-note';
import type { Place } from './cells';
import { type AuditPath, gridQuery, historyQuery, outcomeQuery, pageFindingsQuery } from './queries';
import type { Workbench } from './workbench';
import styles from './details.module.css';

interface OfCell {
  workbench: Workbench;
  place: Place;
  requirement: AskedRequirement;
  outcome: Outcome | null;
  mayChange: boolean;
}

/** The issues of a cell, and a new one of what fails there. */
export function CellIssues({ outcome, mayChange, ...rest }: OfCell) {
  const { t } = useLingui();
  const { slug: org, modules } = useOrganization();
  const { product } = useProduct();
  const mayOpen = useCan('audits_openIssue') && mayChange;
  if (!modules.includes('issues')) return null;
  const numbers = outcome?.issueNumbers ?? [];
  return (
    <div className={styles.part}>
      <h3>{t`Issues`}</h3>
      {numbers.length > 0 && (
        <ul role="list" className={styles.links}>
          {numbers.map((number) => (
            <li key={number}>
              <Link
                to={at('/o/$org/p/$product/issues/$number', { org, product: product.slug, number: String(number) })}
              >
                #{number}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {mayOpen && (
        <div className={styles.buttons}>
          <DialogButton name={t`New issue`}>
            {(close) => <IssueForm {...rest} outcome={outcome} close={close} />}
          </DialogButton>
          <DialogButton name={t`Link issue`}>{(close) => <LinkForm {...rest} close={close} />}</DialogButton>
        </div>
      )}
    </div>
  );
}

/** Puts an issue at the cell, a new one or one that is there; answers its number. */
function usePutIssue({ audit, flush }: Workbench, { requirementId, entry }: Place) {
  const queryClient = useQueryClient();
  const { orgId, productSlug, number } = audit;
  return async (one: Pick<OpenIssueOfOutcomes, 'issue' | 'issueNumber'>): Promise<number> => {
    // What was said of the cell comes first: the issue makes it another revision.
    await flush();
    const { issueNumber } = await call(auditsOpenIssue, {
      path: { orgId, productSlug, auditNumber: number as unknown as number },
      body: { requirementId, entries: [String(entry)], ...one },
    });
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: gridQuery(audit).queryKey }),
      queryClient.invalidateQueries({ queryKey: outcomeQuery(audit, requirementId, entry).queryKey }),
      queryClient.invalidateQueries({ queryKey: ['issues', orgId], refetchType: 'none' }),
    ]);
    return issueNumber;
  };
}

function IssueForm({
  workbench,
  place,
  requirement,
  outcome,
  close,
}: Omit<OfCell, 'mayChange'> & { close: () => void }) {
  const { t } = useLingui();
  const note = useNote(workbench, place, outcome);
  const put = usePutIssue(workbench, place);
  const form = useForm({
    initial: {
      title: `${requirement.number} ${requirement.name}`.slice(0, 200),
      description: note.slice(0, 2000),
      severity: '' as Rating | '',
      impact: '' as Rating | '',
    },
    check: ({ title }) => ({ ...(title.trim() === '' && { title: t`Fill this in.` }) }),
    send: async ({ title, description, severity, impact }) => {
      const issueNumber = await put({
        issue: {
          title: title.trim(),
          description: description || null,
          severity: ratingOf(severity),
          impact: ratingOf(impact),
        },
      });
      close();
      announce(t`Issue #${issueNumber} created.`);
    },
  });
  return (
    <Form form={form} submit={t`New issue`} actions={<CancelButton onClick={close} />}>
      <TextField label={t`Title`} maxLength={200} autoComplete="off" {...form.field('title')} />
      <TextArea label={t`Description`} maxLength={2000} rows={5} {...form.field('description')} />
      <RatingField {...form.field('severity')} />
      <RatingField {...form.field('impact')} />
    </Form>
  );
}

/** Links an issue that is there already: the same barrier on another page, or of another requirement. */
function LinkForm({ workbench, place, close }: Pick<OfCell, 'workbench' | 'place'> & { close: () => void }) {
  const { t } = useLingui();
  const put = usePutIssue(workbench, place);
  const form = useForm({
    initial: { issueNumber: '' },
    check: ({ issueNumber }) => ({ issueNumber: issueNumber === '' ? t`Choose an issue.` : '' }),
    send: async ({ issueNumber }) => {
      await put({ issueNumber: Number(issueNumber) });
      close();
      announce(t`Issue #${issueNumber} linked.`);
    },
  });
  return (
    <Form form={form} submit={t`Link issue`} actions={<CancelButton onClick={close} />}>
      <IssueField
        productSlug={workbench.audit.productSlug}
        hint={t`Its content cannot be changed.`}
        {...form.field('issueNumber')}
      />
    </Form>
  );
}

/** What scans have found on the page of an entry that speaks of the requirement. */
export function PageFindings({ audit, url, wcag }: { audit: AuditPath; url: string; wcag: string | undefined }) {
  const { t } = useLingui();
  const { slug: org, modules } = useOrganization();
  const hasTesting = modules.includes('testing');
  const query = useQuery({ ...pageFindingsQuery(audit, url, wcag), enabled: hasTesting });
  if (!hasTesting) return null;
  return (
    <div className={styles.part}>
      <h3>{t`Findings on this page`}</h3>
      <Loaded query={query} lines={2}>
        {({ findings, total }) =>
          findings.length === 0 ? (
            <p>{wcag === undefined ? t`None.` : t`No WCAG ${wcag} criterion.`}</p>
          ) : (
            <>
              <ul className={styles.findings} role="list">
                {findings.map(({ id, title, status }) => (
                  <li key={id}>
                    <Link
                      to={at('/o/$org/p/$product/findings/$finding', { org, product: audit.productSlug, finding: id })}
                    >
                      {title}
                    </Link>{' '}
                    <FindingStatusBadge status={status} />
                  </li>
                ))}
              </ul>
              {total !== null && total > findings.length && <p>{t`And ${total - findings.length} more.`}</p>}
            </>
          )
        }
      </Loaded>
    </div>
  );
}

/** What was said of a cell before: read when somebody opens it. */
export function CellHistory({ audit, place }: { audit: AuditPath; place: Place }) {
  const { t } = useLingui();
  return (
    <Disclosure title={t`History of this cell`} isSmall>
      <History audit={audit} place={place} />
    </Disclosure>
  );
}

function History({ audit, place }: { audit: AuditPath; place: Place }) {
  const { t, i18n } = useLingui();
  const query = useQuery(historyQuery(audit, place.requirementId, place.entry));
  return (
    <Loaded query={query} lines={3}>
      {(history) =>
        history.length === 0 ? (
          <p>{t`No outcomes yet.`}</p>
        ) : (
          <ol role="list" className={styles.findings}>
            {history.map(({ revision, outcome, note, by, at: when }) => (
              <li key={revision}>
                <strong>{i18n._(OUTCOMES[outcome])}</strong> · {by?.name ?? t`A key`} · <Time at={when} />
                {note && <p className={styles.text}>{note}</p>}
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}
