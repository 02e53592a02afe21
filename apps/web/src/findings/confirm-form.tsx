import type { ConfirmFinding, Finding } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { AreasField, RatingField, ratingOf } from '../issues/fields';
import fields from '../ui/record-form.module.css';
import { IssueField } from '../issues/issue-field';
import { CancelButton } from '../ui/dialog';
import { Form, useForm } from '../ui/form';
import { TextField } from '../ui/text-field';

/** Confirms a finding with words of one's own, or with an issue that is there already. */
export function ConfirmForm({
  finding,
  productSlug,
  send,
  close,
}: {
  finding: Finding;
  productSlug: string;
  send: (body: ConfirmFinding) => void;
  close: () => void;
}) {
  const { t } = useLingui();
  const form = useForm({
    draft: `confirm ${finding.id}`,
    initial: {
      title: finding.title.slice(0, 200),
      severity: finding.severity ?? ('' as const),
      impact: finding.impact ?? ('' as const),
      areaIds: [] as string[],
      issueNumber: '',
    },
    check: ({ title, issueNumber }) => (title.trim() === '' && issueNumber === '' ? { title: t`Fill this in.` } : {}),
    send: async ({ title, severity, impact, areaIds, issueNumber }) => {
      close();
      if (issueNumber) send({ issueNumber: Number(issueNumber) });
      else send({ title, severity: ratingOf(severity), impact: ratingOf(impact), areaIds });
    },
  });
  return (
    <Form form={form} submit={t`Edit and confirm`} actions={<CancelButton onClick={close} />}>
      {form.values.issueNumber === '' && (
        <>
          <TextField label={t`Title`} maxLength={200} autoComplete="off" {...form.field('title')} />
          <div className={fields.pairs}>
            <RatingField {...form.field('severity')} />
            <RatingField {...form.field('impact')} />
          </div>
          <AreasField productSlug={productSlug} {...form.field('areaIds')} />
        </>
      )}
      <IssueField
        hint={t`Links the finding to an existing issue instead of a new one. The existing issue keeps its title, ratings and areas.`}
        productSlug={productSlug}
        {...form.field('issueNumber')}
      />
    </Form>
  );
}
