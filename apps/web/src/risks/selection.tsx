import { type Rating, type Risk, risksBulkDelete, risksBulkUpdate, type SettableRiskStatus } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../app/client';
import { useCan, useOrganization } from '../organizations/organization';
import { bulkOf } from '../ui/bulk';
import { ConfirmButton } from '../ui/confirm-button';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import styles from '../ui/record-form.module.css';
import type { Seen, Selection } from '../ui/selection';
import { SelectionBar } from '../ui/selection-bar';
import { RiskRatingField, RiskStatusField } from './fields';

/** What can be done with the risks that are chosen. */
export function RiskSelection({ selection, risks }: { selection: Selection; risks: readonly Risk[] }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const queryClient = useQueryClient();
  const mayDelete = useCan('risks_bulkDelete');
  const { seen, done, clear } = bulkOf(selection, risks, async () => {
    await queryClient.invalidateQueries({ queryKey: ['risks', orgId] });
  });
  const count = seen.ids.length;
  const remove = async (): Promise<void> => {
    const { deleted, skipped } = await call(risksBulkDelete, { path: { orgId }, body: seen });
    await done(deleted === 1 ? t`1 risk deleted.` : t`${deleted} risks deleted.`, skipped);
  };
  return (
    <SelectionBar count={count} onClear={clear}>
      <DialogButton name={t`Edit risks`} isSmall>
        {(close) => <EditRisks seen={seen} close={close} done={done} />}
      </DialogButton>
      {mayDelete && (
        <ConfirmButton name={t`Delete risks`} isSmall run={remove}>
          <p>
            <Plural value={count} one="# risk deleted." other="# risks deleted." />{' '}
            <Trans>Issues created from its findings are kept.</Trans>
          </p>
        </ConfirmButton>
      )}
    </SelectionBar>
  );
}

function EditRisks({
  seen,
  close,
  done,
}: {
  seen: Seen;
  close: () => void;
  done: (text: string, skipped?: readonly string[]) => Promise<void>;
}) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const form = useForm({
    initial: { status: '' as SettableRiskStatus | '', likelihood: '' as Rating | '', impact: '' as Rating | '' },
    check: (values) =>
      Object.values(values).every((value) => value === '') ? { status: t`Choose at least one change.` } : {},
    send: async (values) => {
      const data = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
      const { updated, skipped } = await call(risksBulkUpdate, { path: { orgId }, body: { ...seen, data } });
      await done(updated === 1 ? t`1 risk changed.` : t`${updated} risks changed.`, skipped);
      close();
    },
  });
  const none = t`No change`;
  return (
    <Form form={form} submit={t`Edit risks`} actions={<CancelButton onClick={close} />}>
      <p>
        <Plural value={seen.ids.length} one="# risk changed." other="# risks changed." />
      </p>
      <div className={styles.pairs}>
        <RiskStatusField none={none} {...form.field('status')} />
        <RiskRatingField none={none} {...form.field('likelihood')} />
        <RiskRatingField none={none} {...form.field('impact')} />
      </div>
    </Form>
  );
}
