import { type DismissalReason, type DismissFinding, findingsList } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../app/client';
import { LastDayField } from '../organizations/day';
import { useOrganization } from '../organizations/organization';
import { RadioGroup } from '../ui/checkbox';
import { ComboBox } from '../ui/combo-box';
import { CancelButton } from '../ui/dialog';
import { Form, useForm } from '../ui/form';
import { TextArea } from '../ui/text-field';
import { optionsOf } from '../words/options';
import { DISMISSAL_REASONS } from '../words/terms';

/** What was chosen last is chosen already the next time. */
let lastReason: DismissalReason = 'false_positive';

interface Props {
  /** Of which product the findings are, for what they may repeat; absent: of several. */
  productSlug: string | undefined;
  send: (body: DismissFinding) => Promise<unknown> | void;
  close: () => void;
  children?: ReactNode;
}

/** Why a finding, or many, are no issue. */
export function DismissForm({ productSlug, send, close, children }: Props) {
  const { t, i18n } = useLingui();
  const form = useForm({
    initial: { reason: lastReason, duplicateOfId: '', comment: '', until: '' },
    check: ({ reason, duplicateOfId }) =>
      reason === 'duplicate' && duplicateOfId === '' ? { duplicateOfId: t`Choose the original finding.` } : {},
    send: async ({ reason, duplicateOfId, comment, until }) => {
      lastReason = reason;
      await send({
        reason,
        ...(comment && { comment }),
        ...(until && { until }),
        ...(reason === 'duplicate' && { duplicateOfId }),
      });
      close();
    },
  });
  const reasons = optionsOf(i18n, DISMISSAL_REASONS).filter(
    ({ value }) => value !== 'duplicate' || productSlug !== undefined,
  );
  return (
    <Form form={form} submit={t`Dismiss`} actions={<CancelButton onClick={close} />}>
      {children}
      <RadioGroup
        label={t`Reason`}
        name="reason"
        options={reasons}
        value={form.values.reason}
        onChange={(reason) => form.set({ reason: reason as DismissalReason })}
      />
      {form.values.reason === 'duplicate' && productSlug !== undefined && (
        <FindingField label={t`Duplicate of`} productSlug={productSlug} {...form.field('duplicateOfId')} />
      )}
      <TextArea label={t`Comment`} maxLength={2000} rows={3} {...form.field('comment')} />
      <LastDayField
        label={t`Until`}
        hint={t`After this day the finding returns to triage. If empty, it stays dismissed.`}
        {...form.field('until')}
      />
    </Form>
  );
}

const FOUND = 20;

function FindingField({
  productSlug,
  ...field
}: {
  label: string;
  productSlug: string;
  id: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}) {
  const { id: orgId } = useOrganization();
  const [q, setQ] = useState('');
  const found = useQuery({
    queryKey: ['findings', orgId, productSlug, 'search', q],
    queryFn: ({ signal }) =>
      call(
        findingsList,
        { path: { orgId, productSlug }, query: { ...(q && { q }), pageSize: FOUND, total: false } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <ComboBox
      onSearch={setQ}
      options={(found.data?.findings ?? []).map(({ id, title, selector }) => ({
        value: id,
        label: title,
        detail: selector ?? undefined,
      }))}
      {...field}
    />
  );
}
