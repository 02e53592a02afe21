import { findingsList, type Grade, issuesList } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SendReportButton } from '../activity/send-report-button';
import { at } from '../app/addresses';
import { call } from '../app/client';
import { useCan, useOrganization } from '../organizations/organization';
import { Letter } from '../ui/badge';
import { Button, ButtonLink } from '../ui/button';
import { Checkbox, FieldGroup } from '../ui/checkbox';
import { Dialog } from '../ui/dialog';
import { EmptyState } from '../ui/empty-state';
import { Link } from '../ui/link';
import { Loaded } from '../ui/loading';
import { Panel } from '../ui/panel';
import { Time } from '../ui/time';
import { Section, View } from '../ui/view';
import { PRODUCT_TYPES, REASONS, TODOS } from '../words/terms';
import { GradeHistory } from './history';
import { doneAt, seenAt } from './leads-to';
import { useProduct } from './product';
import { gradesQuery, whatIfQuery } from './queries';
import styles from './page.module.css';

/** A product: its Grade, why, what earns the next, and how it came to be. */
export function Page() {
  const { t, i18n } = useLingui();
  const { id: orgId, name } = useOrganization();
  const { product } = useProduct();
  const grades = useQuery(gradesQuery(orgId, product.slug));
  const maySend = useCan('ingest_reportAsPerson') && !product.archivedAt;
  return (
    <View
      title={product.name}
      where={name}
      lead={i18n._(PRODUCT_TYPES[product.type])}
      actions={
        <>
          <ToTriage />
          {maySend && <SendReportButton product={product} kind="secondary" />}
        </>
      }
    >
      <CurrentGrade grade={product.grade} />
      <Section title={t`History`}>
        <Loaded query={grades} lines={5}>
          {(found) =>
            found.length === 0 ? (
              <EmptyState title={t`No grade yet`}>
                <Trans>The first test report sets a grade.</Trans>
              </EmptyState>
            ) : (
              <GradeHistory grades={found} name={product.slug} />
            )
          }
        </Loaded>
      </Section>
    </View>
  );
}

/** Leads to the findings that await a decision, as long as there are any. */
function ToTriage() {
  const { id: orgId, slug: org } = useOrganization();
  const { product } = useProduct();
  const { data: count = 0 } = useQuery({
    queryKey: ['findings', orgId, product.slug, 'pending'],
    queryFn: async ({ signal }) => {
      const path = { orgId, productSlug: product.slug };
      return (await call(findingsList, { path, query: { status: ['pending'], pageSize: 1 } }, { signal })).total ?? 0;
    },
    enabled: useCan('findings_list'),
  });
  if (count === 0) return null;
  return (
    <ButtonLink to={at('/o/$org/p/$product/findings', { org, product: product.slug })}>
      <Plural value={count} one="Triage # finding" other="Triage # findings" />
    </ButtonLink>
  );
}

function CurrentGrade({ grade }: { grade: Grade | null }) {
  const { t, i18n } = useLingui();
  const { slug: org } = useOrganization();
  const { product } = useProduct();
  const where = { org, product: product.slug };
  const [isAsking, setAsking] = useState(false);
  const letter = grade?.letter ?? null;
  const score = grade?.score ?? null;
  const potential = grade?.potentialLetter ?? letter;
  return (
    <Panel>
      <div className={styles.grade}>
        <Letter letter={letter} isLarge />
        <div className={styles.facts}>
          <h2>{letter === null ? t`Not evaluated` : t`Grade ${letter}`}</h2>
          {score !== null && <p>{t`Score ${score} of 100. Only open issues lower the score.`}</p>}
          {letter !== null && potential !== letter && (
            <p>{t`Grade ${potential}, if all pending findings are confirmed.`}</p>
          )}
          {grade?.validUntil && (
            <p>
              <Trans>
                Without a new test, the grade changes on <Time at={grade.validUntil} isDate />.
              </Trans>
            </p>
          )}
        </div>
        {grade && letter !== 'A' && (
          <Button kind="secondary" onClick={() => setAsking(true)}>
            {t`Grade forecast`}
          </Button>
        )}
      </div>
      <div className={styles.columns}>
        {grade && grade.reasons.length > 0 && (
          <Section title={t`What limits the grade`}>
            <ul className={styles.points} aria-label={t`What limits the grade`}>
              {grade.reasons.map((reason) => (
                <li key={reason.code}>
                  <Link {...seenAt(reason, where)}>{i18n._(REASONS[reason.code](reason.count))}</Link>
                </li>
              ))}
            </ul>
          </Section>
        )}
        {grade?.next && (
          <Section title={t`How to reach grade ${grade.next.letter}`}>
            <ul className={styles.points}>
              {grade.next.todo.map(({ code, count }) => (
                <li key={code}>
                  <Link {...doneAt(code, where)}>{i18n._(TODOS[code](count))}</Link>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
      <Dialog title={t`Grade forecast`} isOpen={isAsking} onClose={() => setAsking(false)}>
        <WhatIf now={letter} close={() => setAsking(false)} />
      </Dialog>
    </Panel>
  );
}

const SHOWN = 50;

/** The Grade with some issues closed, before anybody closes them. */
function WhatIf({ now, close }: { now: Grade['letter']; close: () => void }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const [closed, setClosed] = useState<number[]>([]);
  const path = { orgId, productSlug: product.slug };
  const issues = useQuery({
    queryKey: ['issues', orgId, product.slug, 'what if'],
    queryFn: ({ signal }) =>
      call(
        issuesList,
        {
          path,
          query: { state: ['open'], sortField: 'severity', sortDirection: 'desc', pageSize: SHOWN, total: false },
        },
        { signal },
      ),
  });
  const then = useQuery({ ...whatIfQuery(orgId, product.slug, closed), placeholderData: (before) => before });
  const letter = closed.length === 0 ? now : (then.data?.letter ?? now);
  return (
    <>
      <p>{t`Choose issues to see the grade if they were closed. Nothing is changed.`}</p>
      <p role="status" className={styles.would}>
        <Letter letter={letter} />
        {letter === null ? t`No grade` : t`Grade would be ${letter}`}
      </p>
      <Loaded query={issues}>
        {({ issues: open }) =>
          open.length === 0 ? (
            <p>{t`No open issues.`}</p>
          ) : (
            <FieldGroup label={t`Issues to close`}>
              {open.map(({ number, title }) => (
                <Checkbox
                  key={number}
                  label={`#${number} ${title}`}
                  isChecked={closed.includes(number)}
                  onChange={(isChosen) =>
                    setClosed(isChosen ? [...closed, number] : closed.filter((other) => other !== number))
                  }
                />
              ))}
            </FieldGroup>
          )
        }
      </Loaded>
      <div>
        <Button kind="secondary" onClick={close}>
          {t`Close`}
        </Button>
      </div>
    </>
  );
}
