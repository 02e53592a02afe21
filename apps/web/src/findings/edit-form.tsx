import { type Finding, findingsUpdate } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { useOrganization } from '../organizations/organization';
import { RatingField, ratingOf } from '../issues/fields';
import fields from '../ui/record-form.module.css';
import { changedOf } from '../ui/conflicts';
import { CancelButton } from '../ui/dialog';
import { Form, useForm } from '../ui/form';
import { TextArea, TextField } from '../ui/text-field';

/** Says a finding in other words, which tests leave alone from then on. */
export function EditForm({
  finding,
  productSlug,
  close,
}: {
  finding: Finding;
  productSlug: string;
  close: () => void;
}) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const queryClient = useQueryClient();
  const initial = {
    title: finding.title,
    description: finding.description ?? '',
    severity: finding.severity ?? ('' as const),
    impact: finding.impact ?? ('' as const),
  };
  const form = useForm({
    draft: `finding ${finding.id}`,
    initial,
    check: ({ title }) => (title.trim() === '' ? { title: t`Fill this in.` } : {}),
    send: async (values) => {
      const { title, ...nullable } = changedOf(initial, values);
      const body = Object.fromEntries(Object.entries(nullable).map(([name, value]) => [name, ratingOf(value)]));
      await call(findingsUpdate, {
        path: { orgId, productSlug, findingId: finding.id },
        body: { ...body, ...(title !== undefined && { title }) },
      });
      await Promise.all(
        ['findings', 'finding'].map((kind) => queryClient.invalidateQueries({ queryKey: [kind, orgId] })),
      );
      close();
      announce(t`Saved.`);
    },
  });
  return (
    <Form form={form} submit={t`Edit`} actions={<CancelButton onClick={close} />}>
      <TextField label={t`Title`} maxLength={300} autoComplete="off" {...form.field('title')} />
      <TextArea label={t`Description`} maxLength={5000} rows={6} {...form.field('description')} />
      <div className={fields.pairs}>
        <RatingField {...form.field('severity')} />
        <RatingField {...form.field('impact')} />
      </div>
    </Form>
  );
}
