import { type OrganizationProfile, settingsUpdateConformance, type Standard } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { meQuery } from '../app/session';
import { TIME_ZONES } from '../monitors/today';
import { useCan, useOrganization } from '../organizations/organization';
import { ComboBox } from '../ui/combo-box';
import { Facts } from '../ui/facts';
import { Form, useForm } from '../ui/form';
import { Loaded } from '../ui/loading';
import { Panel } from '../ui/panel';
import { Select } from '../ui/select';
import { TextArea } from '../ui/text-field';
import { ForAdmins, SettingsView } from './layout';
import styles from './layout.module.css';
import { profileQuery } from './queries';
import { StandardFields } from '../standards/fields';
import { standardsQuery } from '../standards/queries';

/** What products are measured against that say nothing else, and how often. */
export function Page() {
  const { t } = useLingui();
  const { id } = useOrganization();
  const mayChange = useCan('settings_updateConformance');
  const profile = useQuery(profileQuery(id));
  const standards = useQuery({ ...standardsQuery(id), enabled: mayChange });
  return (
    <SettingsView title={t`Conformance`} lead={t`Defaults for products without their own settings.`}>
      <Loaded query={profile} lines={5}>
        {(found) =>
          mayChange ? (
            <Loaded query={standards} lines={5}>
              {(all) => <EditConformance profile={found} standards={all} />}
            </Loaded>
          ) : (
            <ShowConformance profile={found} />
          )
        }
      </Loaded>
    </SettingsView>
  );
}

function useFrequencyName(): (months: number | null) => string {
  const { t } = useLingui();
  return (months) => (months === null ? t`No schedule` : t`Every ${months} months`);
}

function ShowConformance({ profile: { settings, effectiveStandard } }: { profile: OrganizationProfile }) {
  const { t } = useLingui();
  const frequencyName = useFrequencyName();
  return (
    <>
      <Facts
        facts={[
          [t`Standard`, effectiveStandard.name],
          [t`Level`, effectiveStandard.level?.name],
          [t`Full audits`, frequencyName(settings.auditFrequency)],
          [t`Time zone`, settings.timeZone],
          [t`Legal disclaimer`, settings.legalDisclaimer],
        ]}
      />
      <ForAdmins>
        <Trans>Your role cannot change these settings.</Trans>
      </ForAdmins>
    </>
  );
}

function EditConformance({
  profile: { settings, effectiveStandard },
  standards,
}: {
  profile: OrganizationProfile;
  standards: readonly Standard[];
}) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const frequencyName = useFrequencyName();
  const form = useForm({
    draft: `conformance of ${orgId}`,
    initial: {
      standardId: settings.standardId ?? '',
      conformanceLevel: settings.conformanceLevel ?? '',
      auditFrequency: String(settings.auditFrequency ?? ''),
      legalDisclaimer: settings.legalDisclaimer ?? '',
      timeZone: settings.timeZone,
    },
    send: async (values) => {
      await call(settingsUpdateConformance, {
        path: { orgId },
        body: {
          standardId: values.standardId || null,
          conformanceLevel: values.conformanceLevel || null,
          auditFrequency: values.auditFrequency === '' ? null : (Number(values.auditFrequency) as 3 | 6 | 12),
          legalDisclaimer: values.legalDisclaimer.trim() || null,
          timeZone: values.timeZone || 'UTC',
        },
      });
      await queryClient.invalidateQueries({ queryKey: profileQuery(orgId).queryKey });
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: ['products', orgId] });
      form.reset(values);
      announce(t`Saved.`);
    },
  });
  const none = settings.standardId === null ? effectiveStandard.name : undefined;
  return (
    <Panel>
      <Form form={form} submit={t`Save changes`}>
        <div className={styles.pairs}>
          <StandardFields
            standards={standards}
            none={none === undefined ? t`Service default` : t`Service default: ${none}`}
            form={form}
          />
        </div>
        <Select
          label={t`Full audits`}
          hint={t`Interval between full audits.`}
          {...form.field('auditFrequency')}
          options={[
            { value: '', label: frequencyName(null) },
            ...[3, 6, 12].map((months) => ({ value: String(months), label: frequencyName(months) })),
          ]}
        />
        <ComboBox
          label={t`Time zone`}
          hint={t`Days of the organization, such as due dates, end at midnight in this time zone. If empty: UTC.`}
          options={TIME_ZONES}
          {...form.field('timeZone')}
        />
        <TextArea
          label={t`Legal disclaimer`}
          hint={t`Included in conformance reports.`}
          maxLength={5000}
          rows={6}
          {...form.field('legalDisclaimer')}
        />
      </Form>
    </Panel>
  );
}
