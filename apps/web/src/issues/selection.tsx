import { type Issue, issuesBulkDelete, issuesBulkUpdate } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../app/client';
import { LastDayField } from '../organizations/day';
import { useCan, useOrganization } from '../organizations/organization';
import { bulkOf } from '../ui/bulk';
import { ComboBox } from '../ui/combo-box';
import { ConfirmButton } from '../ui/confirm-button';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import { Select } from '../ui/select';
import type { Seen, Selection } from '../ui/selection';
import { SelectionBar } from '../ui/selection-bar';
import { optionsOf } from '../words/options';
import { ISSUE_STATES } from '../words/terms';
import { usePeople } from './people';
import { NO_RATINGS, RatingField } from './fields';
import styles from '../ui/record-form.module.css';

/** What can be done with the issues that are chosen. */
export function IssueSelection({ selection, issues }: { selection: Selection; issues: readonly Issue[] }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const queryClient = useQueryClient();
  const mayDelete = useCan('issues_bulkDelete');
  const { seen, done, clear } = bulkOf(selection, issues, async () => {
    await queryClient.invalidateQueries({ queryKey: ['issues', orgId] });
    void queryClient.invalidateQueries({ queryKey: ['products', orgId] });
  });
  const count = seen.ids.length;
  const remove = async (): Promise<void> => {
    const { deleted, skipped } = await call(issuesBulkDelete, { path: { orgId }, body: seen });
    await done(deleted === 1 ? t`1 issue deleted.` : t`${deleted} issues deleted.`, skipped);
  };
  return (
    <SelectionBar count={count} onClear={clear}>
      <DialogButton name={t`Edit issues`} isSmall>
        {(close) => <EditIssues seen={seen} close={close} done={done} />}
      </DialogButton>
      {mayDelete && (
        <ConfirmButton name={t`Delete issues`} isSmall run={remove}>
          <p>
            <Plural value={count} one="# issue deleted." other="# issues deleted." />{' '}
            <Trans>Their findings return to triage.</Trans>
          </p>
        </ConfirmButton>
      )}
    </SelectionBar>
  );
}

function EditIssues({
  seen,
  close,
  done,
}: {
  seen: Seen;
  close: () => void;
  done: (text: string, skipped?: readonly string[]) => Promise<void>;
}) {
  const { t, i18n } = useLingui();
  const { id: orgId } = useOrganization();
  const form = useForm({
    initial: { state: '', assigneeId: '', dueAt: '', ...NO_RATINGS },
    check: (values) =>
      Object.values(values).every((value) => value === '') ? { state: t`Choose at least one change.` } : {},
    send: async (values) => {
      const data = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
      const { updated, skipped } = await call(issuesBulkUpdate, { path: { orgId }, body: { ...seen, data } });
      await done(updated === 1 ? t`1 issue changed.` : t`${updated} issues changed.`, skipped);
      close();
    },
  });
  const { members } = usePeople(true);
  const none = t`No change`;
  return (
    <Form form={form} submit={t`Edit issues`} actions={<CancelButton onClick={close} />}>
      <p>
        <Plural value={seen.ids.length} one="# issue changed." other="# issues changed." />
      </p>
      <div className={styles.pairs}>
        <Select
          label={t`State`}
          options={[{ value: '', label: none }, ...optionsOf(i18n, ISSUE_STATES)]}
          {...form.field('state')}
        />
        <ComboBox label={t`Assignee`} options={members} {...form.field('assigneeId')} />
        <LastDayField label={t`Due`} {...form.field('dueAt')} />
        <RatingField none={none} {...form.field('severity')} />
        <RatingField none={none} {...form.field('impact')} />
        <RatingField none={none} {...form.field('effort')} />
        <RatingField none={none} {...form.field('priority')} />
      </div>
    </Form>
  );
}
