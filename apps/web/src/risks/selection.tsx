import { type Rating, type Risk, risksBulkDelete, risksBulkUpdate, type SettableRiskStatus } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { useCan, useOrganization } from '../organizations/organization';
import { ConfirmButton } from '../ui/confirm-button';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import styles from '../ui/record-form.module.css';
import type { Selection } from '../ui/selection';
import { SelectionBar } from '../ui/selection-bar';
import { RiskRatingField, RiskStatusField } from './fields';

/** What can be done with the risks that are chosen. */
export function RiskSelection({ selection, risks }: { selection: Selection; risks: readonly Risk[] }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const queryClient = useQueryClient();
  const mayDelete = useCan('risks_bulkDelete');
  const ids = risks.filter(({ id }) => selection.chosen.has(id)).map(({ id }) => id);
  const count = ids.length;
  const done = async (text: string): Promise<void> => {
    selection.clear();
    await queryClient.invalidateQueries({ queryKey: ['risks', orgId] });
    announce(text);
  };
  const remove = async (): Promise<void> => {
    const { deleted } = await call(risksBulkDelete, { path: { orgId }, body: { ids } });
    await done(deleted === 1 ? t`1 risk deleted.` : t`${deleted} risks deleted.`);
  };
  return (
    <SelectionBar count={count} onClear={selection.clear}>
      <DialogButton name={t`Edit risks`} isSmall>
        {(close) => <EditRisks ids={ids} close={close} done={done} />}
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
  ids,
  close,
  done,
}: {
  ids: readonly string[];
  close: () => void;
  done: (text: string) => Promise<void>;
}) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const form = useForm({
    initial: { status: '' as SettableRiskStatus | '', likelihood: '' as Rating | '', impact: '' as Rating | '' },
    check: (values) =>
      Object.values(values).every((value) => value === '') ? { status: t`Choose at least one change.` } : {},
    send: async (values) => {
      const data = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
      const { updated } = await call(risksBulkUpdate, { path: { orgId }, body: { ids: [...ids], data } });
      close();
      await done(updated === 1 ? t`1 risk changed.` : t`${updated} risks changed.`);
    },
  });
  const none = t`No change`;
  return (
    <Form form={form} submit={t`Edit risks`} actions={<CancelButton onClick={close} />}>
      <p>
        <Plural value={ids.length} one="# risk changed." other="# risks changed." />
      </p>
      <div className={styles.pairs}>
        <RiskStatusField none={none} {...form.field('status')} />
        <RiskRatingField none={none} {...form.field('likelihood')} />
        <RiskRatingField none={none} {...form.field('impact')} />
      </div>
    </Form>
  );
}
