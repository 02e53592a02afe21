import { monitorsCreate } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import { TextField } from '../ui/text-field';
import { monitorsKey } from './queries';
import { ScheduleField } from './schedule-field';
import { SourceField } from './source-field';
import { timeZoneHere, todayHere } from './today';
import { NO_SOURCE, scheduleOf, scheduleValueOf, sourceOf } from './values';
import styles from './fields.module.css';

/** Makes a monitor: what it is called, which pages it looks at, and when. The rest is said on its page. */
export function NewMonitor() {
  const { t } = useLingui();
  return (
    <DialogButton name={t`New monitor`} kind="primary" isWide>
      {(close) => <MonitorForm close={close} />}
    </DialogButton>
  );
}

function MonitorForm({ close }: { close: () => void }) {
  const { t } = useLingui();
  const { id: orgId, slug: org } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const once = useRef(crypto.randomUUID());
  const form = useForm({
    draft: `new monitor ${product.id}`,
    initial: { name: '', source: NO_SOURCE, schedule: scheduleValueOf(null, todayHere(), timeZoneHere()) },
    check: ({ name }) => ({ name: name.trim() === '' ? t`Fill this in.` : '' }),
    send: async ({ name, source, schedule }) => {
      const { monitor } = await call(monitorsCreate, {
        path: { orgId, productSlug: product.slug },
        headers: { 'Idempotency-Key': once.current },
        body: { name: name.trim(), source: sourceOf(source), schedule: scheduleOf(schedule) },
      });
      await queryClient.invalidateQueries({ queryKey: monitorsKey(orgId, product.slug), refetchType: 'none' });
      close();
      const number = String(monitor.number);
      await navigate({ to: at('/o/$org/p/$product/monitors/$number', { org, product: product.slug, number }) });
      announce(t`Monitor #${number} created.`);
    },
  });
  return (
    <Form form={form} submit={t`Create`} actions={<CancelButton onClick={close} />}>
      <div className={styles.form}>
        <TextField label={t`Name`} maxLength={100} autoComplete="off" {...form.field('name')} />
        <SourceField {...form.field('source')} />
        <ScheduleField {...form.field('schedule')} />
      </div>
    </Form>
  );
}
