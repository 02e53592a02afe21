import { type Audit, auditsCreate, auditsDelete, auditsUpdate, CurbcutError, type UpdateAudit } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { Checkbox } from '../ui/checkbox';
import { ConfirmButton } from '../ui/confirm-button';
import { momentOf, todayIn } from '../ui/day';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import { Notice } from '../ui/notice';
import { TextArea, TextField } from '../ui/text-field';
import { useOpenAudit } from './open-audit';
import { auditQuery, type ReadAudit } from './queries';

/** How an audit is changed by its buttons. */
function useChange({ audit, etag }: ReadAudit): (body: UpdateAudit) => Promise<void> {
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  return async (body) => {
    const path = { orgId, productSlug: product.slug, auditNumber: audit.number };
    const { queryKey } = auditQuery(orgId, product.slug, String(audit.number));
    try {
      await call(auditsUpdate, { path, body }, etag === undefined ? {} : { ifMatch: etag });
    } finally {
      // Also where somebody else was faster: then what is there now is shown.
      await queryClient.invalidateQueries({ queryKey });
    }
    void queryClient.invalidateQueries({ queryKey: ['products', orgId] });
    void queryClient.invalidateQueries({ queryKey: ['audits', orgId], refetchType: 'none' });
    void queryClient.invalidateQueries({ queryKey: ['changes', orgId] });
  };
}

/** Ends an audit: what it found counts from that day. */
export function CompleteAudit({ read }: { read: ReadAudit }) {
  const { t } = useLingui();
  return (
    <DialogButton name={t`Complete audit`} kind="primary">
      {(close) => <CompleteForm read={read} close={close} />}
    </DialogButton>
  );
}

function CompleteForm({ read, close }: { read: ReadAudit; close: () => void }) {
  const { t } = useLingui();
  const { timeZone } = useOrganization();
  const { audit } = read;
  const change = useChange(read);
  const mayBeRefused = audit.type === 'full' && audit.untestedCount > 0;
  const form = useForm({
    draft: `complete audit ${audit.id}`,
    initial: {
      completedAt: todayIn(timeZone),
      executiveSummary: audit.executiveSummary ?? '',
      acceptUntested: audit.acceptUntested,
    },
    check: ({ completedAt, acceptUntested }) => ({
      ...(completedAt === '' && { completedAt: t`Choose a date.` }),
      ...(mayBeRefused &&
        !acceptUntested && { acceptUntested: t`Confirm that the audit can be completed without them.` }),
    }),
    send: async ({ completedAt, executiveSummary, acceptUntested }) => {
      await change({
        status: 'completed',
        completedAt: momentOf(completedAt, timeZone),
        executiveSummary: executiveSummary || null,
        ...(mayBeRefused && { acceptUntested }),
      });
      close();
      announce(t`Audit #${audit.number} completed.`);
    },
    explain: (error: CurbcutError) =>
      error.code === 'audit_incomplete'
        ? {
            field: 'acceptUntested',
            text: t`Some requirements are now untested. Close this dialog and review them.`,
          }
        : undefined,
  });
  return (
    <Form form={form} submit={t`Complete audit`} actions={<CancelButton onClick={close} />}>
      <p>
        <Plural value={audit.issueCount} one="The audit found # issue." other="The audit found # issues." />{' '}
        <Trans>When it is completed, it counts as evidence for the grade.</Trans>
      </p>
      {mayBeRefused && (
        <>
          <Notice kind="warning">
            <Plural
              value={audit.untestedCount}
              one="# requirement is untested. A full audit covers all requirements."
              other="# requirements are untested. A full audit covers all requirements."
            />
          </Notice>
          <Checkbox
            label={t`Complete it anyway`}
            hint={t`Every export of the audit lists them as untested.`}
            {...form.field('acceptUntested')}
            isChecked={form.values.acceptUntested}
          />
        </>
      )}
      <TextField label={t`Completed`} type="date" {...form.field('completedAt')} />
      <TextArea
        label={t`Executive summary`}
        hint={t`The most important information for readers.`}
        maxLength={20_000}
        rows={5}
        {...form.field('executiveSummary')}
      />
    </Form>
  );
}

/** Takes back that an audit is completed. */
export function ReopenAudit({ read }: { read: ReadAudit }) {
  const { t } = useLingui();
  return <DialogButton name={t`Reopen audit`}>{(close) => <ReopenForm read={read} close={close} />}</DialogButton>;
}

function ReopenForm({ read, close }: { read: ReadAudit; close: () => void }) {
  const { t } = useLingui();
  const change = useChange(read);
  const form = useForm({
    initial: { reason: '' },
    send: async ({ reason }) => {
      await change({ status: 'in_progress', ...(reason.trim() && { reason: reason.trim() }) });
      close();
      announce(t`Audit #${read.audit.number} reopened.`);
    },
  });
  return (
    <Form form={form} submit={t`Reopen audit`} actions={<CancelButton onClick={close} />}>
      <p>
        <Trans>The audit is reopened. It does not count for the grade until it is completed again.</Trans>
      </p>
      <TextArea
        label={t`Reason`}
        hint={t`Recorded in the audit’s history.`}
        maxLength={2000}
        rows={3}
        {...form.field('reason')}
      />
    </Form>
  );
}

/** Begins an audit that looks again at what this one found. */
export function NewRetest({ audit }: { audit: Audit }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const openAudit = useOpenAudit();
  const begin = async (): Promise<void> => {
    const { audit: made } = await call(auditsCreate, {
      path: { orgId, productSlug: product.slug },
      body: { type: 're_audit', retestOf: audit.number },
    });
    await openAudit(product.slug, made.number);
  };
  return (
    <ConfirmButton name={t`New retest`} kind="secondary" run={begin}>
      <p>
        <Trans>
          A re-audit copies the sample and the scope of this audit. Failed and “cannot tell” outcomes must be evaluated
          again.
        </Trans>
      </p>
    </ConfirmButton>
  );
}

/** Deletes an audit; what it found stays. */
export function DeleteAudit({ read: { audit, etag } }: { read: ReadAudit }) {
  const { t } = useLingui();
  const { id: orgId, slug: org } = useOrganization();
  const { product } = useProduct();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = async (): Promise<void> => {
    const path = { orgId, productSlug: product.slug, auditNumber: audit.number };
    await call(auditsDelete, { path }, etag === undefined ? {} : { ifMatch: etag });
    await navigate({ to: at('/o/$org/p/$product/audits', { org, product: product.slug }), replace: true });
    queryClient.removeQueries({ queryKey: ['audits', orgId] });
    void queryClient.invalidateQueries({ queryKey: ['products', orgId] });
    announce(t`Audit #${audit.number} deleted.`);
  };
  return (
    <ConfirmButton name={t`Delete audit`} run={remove}>
      <p>
        <Trans>
          Audit #{audit.number} is deleted for all members, with its sample and its outcomes. Its issues are kept. The
          grade no longer counts it.
        </Trans>
      </p>
    </ConfirmButton>
  );
}
