import {
  type Deadlines,
  settingsApplyDeadlines,
  settingsReadDeadlines,
  settingsUpdateDeadlines,
} from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { useCan, useOrganization } from '../organizations/organization';
import { ConfirmButton } from '../ui/confirm-button';
import { Facts } from '../ui/facts';
import { Form, useForm } from '../ui/form';
import { Loaded } from '../ui/loading';
import { Panel } from '../ui/panel';
import { TextField } from '../ui/text-field';
import { PRIORITIES, RATINGS } from '../words/terms';
import { ForAdmins, SettingsView } from './layout';
import styles from './layout.module.css';

const SEVERITIES = ['high', 'medium', 'low'] as const;
const URGENCIES = ['critical', 'high', 'medium', 'low'] as const;
const MOST_DAYS = 3650;

const deadlinesQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['deadlines', orgId],
    queryFn: async ({ signal }) => (await call(settingsReadDeadlines, { path: { orgId } }, { signal })).deadlines,
  });

/** In how many days issues are to be done. */
export function Page() {
  const { t } = useLingui();
  const { id } = useOrganization();
  const mayChange = useCan('settings_updateDeadlines');
  const deadlines = useQuery(deadlinesQuery(id));
  return (
    <SettingsView
      title={t`Deadlines`}
      lead={t`Days to fix an issue, counted from its opening or reopening. If several deadlines apply, the shortest one is used.`}
    >
      <Loaded query={deadlines} lines={5}>
        {(found) => (mayChange ? <EditDeadlines deadlines={found} /> : <ShowDeadlines deadlines={found} />)}
      </Loaded>
    </SettingsView>
  );
}

function useNames() {
  const { t, i18n } = useLingui();
  return {
    severity: (rating: (typeof SEVERITIES)[number]) => t`Severity: ${i18n._(RATINGS[rating])}`,
    priority: (priority: (typeof URGENCIES)[number]) => t`Priority: ${i18n._(PRIORITIES[priority])}`,
  };
}

function ShowDeadlines({ deadlines: { severity, priority } }: { deadlines: Deadlines }) {
  const names = useNames();
  return (
    <>
      <Facts
        facts={[
          ...SEVERITIES.map((one) => [names.severity(one), severity[one]?.toString()] as const),
          ...URGENCIES.map((one) => [names.priority(one), priority[one]?.toString()] as const),
        ].map(([name, days]) => [name, days])}
      />
      <ForAdmins>
        <Trans>Your role cannot change these settings.</Trans>
      </ForAdmins>
    </>
  );
}

/** The days of a group as a form has them: `severity high`. */
const valuesOf = (group: string, days: Readonly<Record<string, number | null>>): Record<string, string> =>
  Object.fromEntries(Object.entries(days).map(([name, value]) => [`${group} ${name}`, String(value ?? '')]));

const isDays = (text: string): boolean => text === '' || (/^\d{1,4}$/.test(text) && +text >= 1 && +text <= MOST_DAYS);

function EditDeadlines({ deadlines: { severity, priority } }: { deadlines: Deadlines }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const names = useNames();
  const form = useForm({
    draft: `deadlines of ${orgId}`,
    initial: { ...valuesOf('severity', severity), ...valuesOf('priority', priority) },
    check: (values) =>
      Object.fromEntries(
        Object.entries(values).map(([name, days]) => [name, isDays(days) ? '' : t`Enter a number from 1 to 3650.`]),
      ),
    send: async (values) => {
      const daysOf = (group: string, ratings: readonly string[]) =>
        Object.fromEntries(ratings.map((rating) => [rating, Number(values[`${group} ${rating}`]) || null]));
      const body = { severity: daysOf('severity', SEVERITIES), priority: daysOf('priority', URGENCIES) };
      await call(settingsUpdateDeadlines, { path: { orgId }, body });
      await queryClient.invalidateQueries({ queryKey: deadlinesQuery(orgId).queryKey });
      form.reset(values);
      announce(t`Saved.`);
    },
  });
  const field = (group: string, rating: string, label: string) => (
    <TextField
      key={`${group} ${rating}`}
      label={label}
      inputMode="numeric"
      autoComplete="off"
      {...form.field(`${group} ${rating}`)}
      value={form.values[`${group} ${rating}`] ?? ''}
    />
  );
  return (
    <Panel>
      <Form form={form} submit={t`Save changes`}>
        <p>
          <Trans>Number of days. If empty: no deadline. Open issues keep their due dates.</Trans>
        </p>
        <div className={styles.pairs}>
          {SEVERITIES.map((rating) => field('severity', rating, names.severity(rating)))}
          {URGENCIES.map((rating) => field('priority', rating, names.priority(rating)))}
        </div>
      </Form>
      <ApplyDeadlines />
    </Panel>
  );
}

/** Dates what is open by the deadlines as they are saved, once it has been said what that does. */
function ApplyDeadlines() {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const run = async (): Promise<void> => {
    await call(settingsApplyDeadlines, { path: { orgId }, body: { dryRun: false } });
    announce(t`Open issues get their due dates shortly.`);
  };
  return (
    <ConfirmButton name={t`Apply to open issues`} run={run}>
      <Trial />
    </ConfirmButton>
  );
}

function Trial() {
  const { id: orgId } = useOrganization();
  const trial = useQuery({
    queryKey: ['deadlines', orgId, 'trial'],
    queryFn: ({ signal }) => call(settingsApplyDeadlines, { path: { orgId }, body: { dryRun: true } }, { signal }),
    gcTime: 0,
  });
  return (
    <Loaded query={trial} lines={2}>
      {({ dated, moved, cleared }) => (
        <p>
          <Plural value={dated} one="# open issue gets a due date," other="# open issues get a due date," />{' '}
          <Plural value={moved} one="# gets another due date," other="# get another due date," />{' '}
          <Plural value={cleared} one="and # loses its due date." other="and # lose their due dates." />{' '}
          <Trans>Due dates set by members are kept.</Trans>
        </p>
      )}
    </Loaded>
  );
}
