import { type Audit, auditsCancelImport, auditsUndoImport, type KeptImport, type UndoneImport } from '@curbcut/client';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { now } from '../app/clock';
import { useMe } from '../app/session';
import { gridQuery } from '../evaluation/queries';
import { useAudit } from '../evaluation/use-audit';
import { useCan, useIsAdmin } from '../organizations/organization';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Disclosure } from '../ui/disclosure';
import { Form, useForm } from '../ui/form';
import { Loaded } from '../ui/loading';
import { Time } from '../ui/time';
import { problemTextOf } from '../words/problems';
import { AUDIT_IMPORTS, FILLED_FIELDS } from './file-words';
import styles from './imports.module.css';
import { importsKey, importsQuery } from './queries';

const STATES: Record<KeptImport['state'], MessageDescriptor> = {
  running: msg`In progress`,
  finished: msg`Finished`,
  failed: msg`Interrupted`,
  cancelled: msg`Cancelled`,
};

interface Props {
  audit: Audit;
  mayChange: boolean;
}

/** Which files were taken into an audit, and how to take one back: read when somebody opens it. */
export function Imports(props: Props) {
  const { t } = useLingui();
  return (
    <Disclosure title={t`Imports`}>
      <List {...props} />
    </Disclosure>
  );
}

function List({ audit, mayChange }: Props) {
  const { t } = useLingui();
  const query = useInfiniteQuery(importsQuery(useAudit(audit).params));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <Loaded query={query} lines={3}>
      {({ pages }) => {
        const imports = pages.flatMap((page) => page.imports).filter(({ auditNumber }) => auditNumber === audit.number);
        return (
          <div className={styles.imports}>
            {imports.length === 0 ? (
              <p>{hasNextPage ? t`None among the latest audits of this product.` : t`No imports yet.`}</p>
            ) : (
              <ul role="list" aria-label={t`Imports`} className={styles.list}>
                {imports.map((one) => (
                  <li key={one.id} className={styles.item}>
                    <OneImport audit={audit} found={one} mayChange={mayChange} />
                  </li>
                ))}
              </ul>
            )}
            {hasNextPage && (
              <div>
                <Button kind="secondary" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  {t`Show earlier items`}
                </Button>
              </div>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

function OneImport({ audit, found, mayChange }: { audit: Audit; found: KeptImport; mayChange: boolean }) {
  const { t, i18n } = useLingui();
  const { user } = useMe();
  const isAdmin = useIsAdmin();
  const { id, format, importedBy, createdAt, decided, issues, entries, leftOut } = found;
  const { state, undoableUntil, undoneAt, failure } = found;
  const mayUndo = useCan('audits_undoImport') && mayChange && (isAdmin || importedBy?.id === user.id);
  const isOpen = state === 'finished' && undoneAt === null && Date.parse(undoableUntil) > now();
  const about = `import-${id}`;
  return (
    <div className={styles.row}>
      <div>
        <p id={about} className={styles.name}>
          <Time at={createdAt} /> {undoneAt !== null && <Badge>{t`Undone`}</Badge>}
          {state !== 'finished' && <Badge>{i18n._(STATES[state])}</Badge>}
        </p>
        <p className={styles.quiet}>
          {i18n._(AUDIT_IMPORTS[format])} · {importedBy?.keyName ?? importedBy?.name ?? t`Former member`} ·{' '}
          <Plural value={decided} one="# outcome" other="# outcomes" />
          {issues > 0 && (
            <>
              {' · '}
              <Plural value={issues} one="# issue" other="# issues" />
            </>
          )}
          {entries.length > 0 && (
            <>
              {' · '}
              <Plural value={entries.length} one="# page added" other="# pages added" />
            </>
          )}
        </p>
        {leftOut.length > 0 && (
          <Disclosure title={t`Ignored content of the file`} isSmall>
            <ul lang="en">
              {leftOut.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </Disclosure>
        )}
        {failure !== null && <p className={styles.quiet}>{problemTextOf(failure)}</p>}
        {mayUndo && isOpen && (
          <p className={styles.quiet}>
            <Trans>
              Can be undone until <Time at={undoableUntil} isDate />
            </Trans>
          </p>
        )}
      </div>
      {mayUndo && state === 'running' && <CancelImport audit={audit} importId={id} about={about} />}
      {mayUndo && isOpen && (
        <DialogButton name={t`Undo import`} isSmall about={about}>
          {(close) => <Undo audit={audit} importId={id} close={close} />}
        </DialogButton>
      )}
    </div>
  );
}

/** Ends an import that is under way. */
function CancelImport({ audit, importId, about }: { audit: Audit; importId: string; about: string }) {
  const { t } = useLingui();
  const { params, readAgain } = useAudit(audit);
  const queryClient = useQueryClient();
  const { orgId, productSlug } = params;
  const cancelling = async (): Promise<void> => {
    await call(auditsCancelImport, { path: { orgId, productSlug, importId } });
    announce(t`Import cancelled.`);
    await readAgain();
    await queryClient.invalidateQueries({ queryKey: importsKey(params) });
  };
  return (
    <DialogButton name={t`Cancel import`} isSmall about={about}>
      {(close) => <ConfirmCancel cancelling={cancelling} close={close} />}
    </DialogButton>
  );
}

function ConfirmCancel({ cancelling, close }: { cancelling: () => Promise<void>; close: () => void }) {
  const { t } = useLingui();
  const form = useForm({
    initial: {},
    send: async () => {
      await cancelling();
      close();
    },
  });
  return (
    <Form form={form} submit={t`Cancel import`} actions={<CancelButton onClick={close} />}>
      <p>{t`The records imported so far are removed. Records changed since are kept.`}</p>
    </Form>
  );
}

/** Says what it will do, then what it did: the list is read anew once that was seen. */
function Undo({ audit, importId, close }: { audit: Audit; importId: string; close: () => void }) {
  const { t } = useLingui();
  const { params, readAgain } = useAudit(audit);
  const queryClient = useQueryClient();
  const [undone, setUndone] = useState<UndoneImport>();
  const form = useForm({
    initial: {},
    send: async () => {
      const { orgId, productSlug } = params;
      const answer = await call(auditsUndoImport, { path: { orgId, productSlug, importId } });
      announce(t`Import undone.`);
      await readAgain();
      const { keptOutcomeCount, keptIssueCount, keptEntries, keptFields } = answer;
      if (keptOutcomeCount + keptIssueCount + keptEntries.length + keptFields.length === 0) {
        close();
        await queryClient.invalidateQueries({ queryKey: importsKey(params) });
      } else setUndone(answer);
    },
  });
  const end = (): void => {
    close();
    void queryClient.invalidateQueries({ queryKey: importsKey(params) });
  };
  if (undone)
    return (
      <>
        <Kept audit={audit} undone={undone} />
        <div>
          <Button onClick={end}>{t`Close`}</Button>
        </div>
      </>
    );
  return (
    <Form form={form} submit={t`Undo import`} actions={<CancelButton onClick={close} />}>
      <p>
        <Trans>
          Outcomes return to their previous values. Pages and issues that the import added are deleted. Records changed
          or used since are kept and listed.
        </Trans>
      </p>
    </Form>
  );
}

/** How many cells are named: the rest is counted. */
const NAMED = 20;

/** What stays, and why. */
function Kept({ audit, undone }: { audit: Audit; undone: UndoneImport }) {
  const { t, i18n } = useLingui();
  const { outcomes, entries, issues, keptOutcomes, keptOutcomeCount, keptEntries, keptFields } = undone;
  const { keptIssues, keptIssueCount } = undone;
  const grid = useQuery(gridQuery(useAudit(audit).path));
  const named = keptOutcomes.slice(0, NAMED).map(({ requirementId, entry }) => {
    const requirement = grid.data?.requirements.find((one) => one.requirementId === requirementId);
    const page = grid.data?.sample.find(({ number }) => number === entry)?.name;
    return {
      key: `${requirementId} ${entry}`,
      requirement: requirement ? `${requirement.number} ${requirement.name}` : '…',
      page: entry === 'all' ? t`All pages` : (page ?? `${entry}`),
    };
  });
  return (
    <>
      <p>
        <Plural value={outcomes} one="# outcome undone." other="# outcomes undone." />{' '}
        <Plural
          value={entries.length}
          _0=""
          one="# page is no longer in the sample."
          other="# pages are no longer in the sample."
        />{' '}
        <Plural value={issues} _0="" one="# issue deleted." other="# issues deleted." />
      </p>
      {keptIssueCount > 0 && (
        <div>
          <h3 className={styles.title}>{t`Issues kept, because they were changed or used since`}</h3>
          <ul>
            {keptIssues.slice(0, NAMED).map(({ id, number, title }) => (
              <li key={id}>
                #{number} {title}
              </li>
            ))}
          </ul>
          {keptIssueCount > Math.min(NAMED, keptIssues.length) && (
            <p>{t`And ${keptIssueCount - Math.min(NAMED, keptIssues.length)} more.`}</p>
          )}
        </div>
      )}
      {keptOutcomeCount > 0 && (
        <div>
          <h3 className={styles.title}>{t`Outcomes kept, because they were changed since`}</h3>
          <ul>
            {named.map(({ key, requirement, page }) => (
              <li key={key}>
                {requirement} · {page}
              </li>
            ))}
          </ul>
          {keptOutcomeCount > named.length && <p>{t`And ${keptOutcomeCount - named.length} more.`}</p>}
        </div>
      )}
      {keptFields.length > 0 && (
        <div>
          <h3 className={styles.title}>{t`Audit fields kept, because they were changed since`}</h3>
          <ul>
            {keptFields.map((field) => (
              <li key={field}>{FILLED_FIELDS[field] ? i18n._(FILLED_FIELDS[field]) : field}</li>
            ))}
          </ul>
        </div>
      )}
      {keptEntries.length > 0 && (
        <div>
          <h3 className={styles.title}>{t`Pages kept, because they were changed or used since`}</h3>
          <ul>
            {keptEntries.map(({ number, name }) => (
              <li key={number}>{name}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
