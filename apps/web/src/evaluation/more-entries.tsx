import { type Audit, auditsCopySample, auditsDrawSample } from '@curbcut/client';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { auditsQuery } from '../audits/queries';
import { useAuditTitle } from '../audits/title';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import { Select } from '../ui/select';
import { TextArea, TextField } from '../ui/text-field';
import { useAudit } from './use-audit';

interface Props {
  audit: Audit;
}

/** Adds random entries, which anybody can draw again. */
export function DrawSample({ audit }: Props) {
  const { t } = useLingui();
  return (
    <DialogButton name={t`Select random pages`}>{(close) => <DrawForm audit={audit} close={close} />}</DialogButton>
  );
}

function DrawForm({ audit, close }: Props & { close: () => void }) {
  const { t } = useLingui();
  const { params, readAgain } = useAudit(audit);
  const form = useForm({
    initial: { count: '', addresses: '', seed: crypto.randomUUID().slice(0, 8) },
    check: ({ count, seed }) => ({
      ...(count !== '' && !/^[1-9]\d{0,2}$/.test(count) && { count: t`Enter a number from 1 to 500.` }),
      ...(seed.trim() === '' && { seed: t`Fill this in.` }),
    }),
    send: async ({ count, addresses, seed }) => {
      const posted = addresses.split(/\s+/).filter(Boolean);
      const { drawn, addresses: known } = await call(auditsDrawSample, {
        path: params,
        body: {
          seed: seed.trim(),
          ...(count !== '' && { count: Number(count) }),
          ...(posted.length > 0 && { addresses: posted }),
        },
      });
      await readAgain();
      close();
      announce(t`Selected from ${known} URLs: ${drawn.length}.`);
    },
  });
  return (
    <Form form={form} submit={t`Select random pages`} actions={<CancelButton onClick={close} />}>
      <p>{t`Random pages come from the URLs of the product’s findings and audits. Pages of the sample are excluded.`}</p>
      <TextField
        label={t`Number of pages`}
        hint={t`If empty: 10% of the structured sample.`}
        inputMode="numeric"
        autoComplete="off"
        {...form.field('count')}
      />
      <TextArea label={t`More URLs`} hint={t`One per line.`} rows={4} {...form.field('addresses')} />
      <TextField
        label={t`Seed`}
        hint={t`The same seed and URLs give the same selection.`}
        maxLength={200}
        autoComplete="off"
        {...form.field('seed')}
      />
    </Form>
  );
}

/** Adds the entries of another audit of the product. */
export function CopySample({ audit }: Props) {
  const { t } = useLingui();
  return <DialogButton name={t`Copy sample`}>{(close) => <CopyForm audit={audit} close={close} />}</DialogButton>;
}

function CopyForm({ audit, close }: Props & { close: () => void }) {
  const { t } = useLingui();
  const { path, params, readAgain } = useAudit(audit);
  const titleOf = useAuditTitle();
  const audits = useQuery(auditsQuery(path.orgId, path.productSlug, { page: 1, pageSize: 100 }));
  const others = (audits.data?.audits ?? []).filter(
    ({ number, entryCount }) => number !== audit.number && entryCount > 0,
  );
  const form = useForm({
    initial: { from: '' },
    check: ({ from }) => ({ ...(from === '' && { from: t`Choose an audit.` }) }),
    send: async ({ from }) => {
      const { copied, leftOut } = await call(auditsCopySample, { path: params, body: { fromAudit: Number(from) } });
      await readAgain();
      close();
      const said = plural(copied.length, { one: '# page copied.', other: '# pages copied.' });
      const names = leftOut.join(', ');
      announce(leftOut.length === 0 ? said : `${said} ${t`Already in the sample: ${names}.`}`);
    },
  });
  return (
    <Form form={form} submit={t`Copy sample`} actions={<CancelButton onClick={close} />}>
      <Select
        label={t`From`}
        hint={others.length === 0 && !audits.isPending ? t`No other audit of the product has a sample.` : undefined}
        {...form.field('from')}
        options={[
          { value: '', label: t`Choose an audit` },
          ...others.map((one) => ({ value: String(one.number), label: `#${one.number} ${titleOf(one)}` })),
        ]}
      />
    </Form>
  );
}
