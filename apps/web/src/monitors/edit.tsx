import { monitorsUpdate } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../app/client';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { type FieldWords, type ReadRecord, RecordForm, useRecordForm } from '../ui/record-form';
import { TextField } from '../ui/text-field';
import { ScheduleField } from './schedule-field';
import { HowFields } from './how-fields';
import { monitorQuery, monitorsKey, type ReadMonitor } from './queries';
import { useScheduleText } from './schedule-words';
import { SourceField } from './source-field';
import { useSourceText } from './source-words';
import { StepsField } from './steps-field';
import { timeZoneHere, todayHere } from './today';
import {
  bodyOf,
  type MonitorValues,
  scheduleOf,
  type ScheduleValue,
  sourceOf,
  type SourceValue,
  valuesOf,
} from './values';
import styles from './fields.module.css';

const recordOf = ({ monitor, etag }: ReadMonitor): ReadRecord<MonitorValues> => ({
  etag,
  values: valuesOf(monitor, todayHere(), timeZoneHere()),
});

/** Changes what a monitor looks at, when and how. */
export function EditMonitor({ read }: { read: ReadMonitor }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const { number } = read.monitor;
  const query = monitorQuery(orgId, product.slug, String(number));
  const readAgain = async (): Promise<ReadRecord<MonitorValues>> =>
    recordOf(await queryClient.fetchQuery({ ...query, staleTime: 0 }));
  const record = useRecordForm<MonitorValues>({
    draft: `monitor ${product.id} ${number}`,
    read: recordOf(read),
    check: ({ name }) => ({ name: name.trim() === '' ? t`Fill this in.` : '' }),
    readAgain,
    save: async (changed, etag) => {
      const path = { orgId, productSlug: product.slug, monitorNumber: number };
      await call(monitorsUpdate, { path, body: bodyOf(changed) }, etag === undefined ? {} : { ifMatch: etag });
      void queryClient.invalidateQueries({ queryKey: [...monitorsKey(orgId, product.slug), 'list'] });
      return readAgain();
    },
  });
  const { field } = record.form;
  return (
    <RecordForm record={record} submit={t`Save changes`} words={useFieldWords()}>
      <div className={styles.form}>
        <div className={styles.pairs}>
          <TextField label={t`Name`} maxLength={100} autoComplete="off" {...field('name')} />
          <TextField
            label={t`Environment`}
            hint={t`Example: production. The monitor reports to the main line of this environment.`}
            maxLength={120}
            autoComplete="off"
            {...field('environment')}
          />
        </div>
        <SourceField {...field('source')} />
        <ScheduleField {...field('schedule')} />
        <HowFields form={record.form} />
        <StepsField {...field('steps')} />
      </div>
    </RecordForm>
  );
}

/** What its fields are called, and how values of them read beside each other. */
function useFieldWords(): FieldWords<MonitorValues> {
  const { t } = useLingui();
  const [scheduleText, sourceText] = [useScheduleText(), useSourceText()];
  const asText = (value: unknown): string => JSON.stringify(value);
  return {
    name: { label: t`Name`, show: String },
    environment: { label: t`Environment`, show: String },
    source: { label: t`Pages to scan`, show: (value: SourceValue) => sourceText(sourceOf(value)) },
    schedule: { label: t`Schedule`, show: (value: ScheduleValue) => scheduleText(scheduleOf(value)) },
    tools: { label: t`Scan tools`, show: asText },
    evidence: { label: t`Take screenshots of findings`, show: asText },
    viewports: { label: t`Viewport sizes`, show: String },
    colourScheme: { label: t`Colours`, show: String },
    waitFor: { label: t`Wait for`, show: String },
    steps: { label: t`Steps before the first page`, show: asText },
    budget: { label: t`Run limits`, show: asText },
    pace: { label: t`Speed`, show: asText },
    labels: { label: t`Labels of agents`, show: String },
  };
}
