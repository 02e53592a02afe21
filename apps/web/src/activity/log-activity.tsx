import { type ActivityType, type Product, testActivitiesLog } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { AreasField } from '../issues/fields';
import { useOrganization } from '../organizations/organization';
import { momentOf, todayIn } from '../ui/day';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import { Select } from '../ui/select';
import { TextField } from '../ui/text-field';
import { optionsOf } from '../words/options';
import { ACTIVITY_TYPES } from '../words/terms';

/** Writes down what people have tested. */
export function LogActivity({ product }: { product: Product }) {
  const { t } = useLingui();
  return (
    <DialogButton name={t`Log a test`}>{(close) => <ActivityForm product={product} close={close} />}</DialogButton>
  );
}

function ActivityForm({ product, close }: { product: Product; close: () => void }) {
  const { t, i18n } = useLingui();
  const { id: orgId, slug: org, timeZone } = useOrganization();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // One activity of one dialog, however often it is sent.
  const key = useRef(crypto.randomUUID());
  const form = useForm({
    draft: `new activity ${product.id}`,
    initial: {
      type: 'manual_test' as ActivityType,
      title: '',
      tool: '',
      target: '',
      externalUrl: '',
      completedAt: todayIn(timeZone),
      areaIds: [] as string[],
    },
    check: ({ completedAt }) => (completedAt === '' ? { completedAt: t`Choose a date.` } : {}),
    send: async ({ type, title, tool, target, externalUrl, completedAt, areaIds }) => {
      const moment = momentOf(completedAt, timeZone);
      const { testActivity } = await call(testActivitiesLog, {
        path: { orgId, productSlug: product.slug },
        headers: { 'Idempotency-Key': key.current },
        body: {
          type,
          title: title.trim() || null,
          tool: tool.trim() || null,
          target: target.trim() || null,
          externalUrl: externalUrl.trim() || null,
          areaIds,
          ...(moment !== null && { completedAt: moment }),
        },
      });
      await queryClient.invalidateQueries({ queryKey: ['activity', orgId], refetchType: 'none' });
      void queryClient.invalidateQueries({ queryKey: ['products', orgId] });
      close();
      const number = String(testActivity.number);
      await navigate({ to: at('/o/$org/p/$product/activity/$number', { org, product: product.slug, number }) });
      announce(t`Test activity #${number} created.`);
    },
  });
  return (
    <Form form={form} submit={t`Log a test`} actions={<CancelButton onClick={close} />}>
      <Select
        label={t`Type`}
        options={optionsOf(i18n, ACTIVITY_TYPES)}
        {...form.field('type')}
        onChange={(type) => form.set({ type: type as ActivityType })}
      />
      <TextField label={t`Title`} maxLength={200} autoComplete="off" {...form.field('title')} />
      <TextField
        label={t`Tested with`}
        hint={t`Example: a browser and a screen reader.`}
        maxLength={200}
        autoComplete="off"
        {...form.field('tool')}
      />
      <TextField label={t`Test target`} maxLength={2000} autoComplete="off" {...form.field('target')} />
      <TextField label={t`URL of the results`} type="url" autoComplete="off" {...form.field('externalUrl')} />
      <TextField label={t`Completed`} type="date" {...form.field('completedAt')} />
      <AreasField productSlug={product.slug} {...form.field('areaIds')} />
    </Form>
  );
}
