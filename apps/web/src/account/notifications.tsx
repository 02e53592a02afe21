import {
  type MailChoice,
  type MailSettings,
  mailSettingsRead,
  mailSettingsUpdate,
  type NotificationKind,
} from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { useMe } from '../app/session';
import { MAIL_CHOICES, NOTICE_KINDS } from '../notices/words';
import { ComboBox } from '../ui/combo-box';
import { changedOf } from '../ui/conflicts';
import { Form, useForm } from '../ui/form';
import { Link } from '../ui/link';
import { Loaded } from '../ui/loading';
import { Panel } from '../ui/panel';
import { Select } from '../ui/select';
import { Section } from '../ui/view';
import { optionsOf } from '../words/options';
import { AccountView } from './layout';

const SETTINGS = ['mail settings'];

/** What the person is told by mail, and when. */
export function Page() {
  const { t } = useLingui();
  const settings = useQuery({
    queryKey: SETTINGS,
    queryFn: ({ signal }) => call(mailSettingsRead, {}, { signal }),
  });
  return (
    <AccountView
      title={t`Notifications`}
      lead={t`Your inbox shows all notifications. Choose the ones to also receive by e-mail while unread.`}
    >
      <Loaded query={settings} lines={8}>
        {(read) => <Mails read={read} />}
      </Loaded>
    </AccountView>
  );
}

const KINDS = Object.keys(NOTICE_KINDS) as NotificationKind[];
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour));

type Values = Record<NotificationKind, MailChoice> & { hour: string; timeZone: string };

function Mails({ read }: { read: MailSettings }) {
  const { t, i18n } = useLingui();
  const { user } = useMe();
  const initial = {
    ...Object.fromEntries(read.choices.map(({ kind, when }) => [kind, when])),
    hour: String(read.hour),
    timeZone: read.timeZone ?? '',
  } as Values;
  const form = useForm<Values>({
    draft: `mails to ${user.id}`,
    initial,
    send: async (values) => {
      const { hour, timeZone, ...kinds } = changedOf(initial, values);
      const now = await call(mailSettingsUpdate, {
        body: {
          choices: Object.entries(kinds).map(([kind, when]) => ({ kind: kind as NotificationKind, when })),
          ...(hour !== undefined && { hour: Number(hour) }),
          ...(timeZone !== undefined && { timeZone: timeZone || null }),
        },
      });
      queryClient.setQueryData(SETTINGS, now);
      form.reset(values);
      announce(t`Saved.`);
    },
  });
  const clock = new Intl.DateTimeFormat(i18n.locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  return (
    <Form form={form} submit={t`Save changes`}>
      <Panel>
        <Section title={t`E-mail notifications`}>
          {KINDS.map((kind) => (
            <Select
              key={kind}
              label={i18n._(NOTICE_KINDS[kind])}
              options={optionsOf(i18n, MAIL_CHOICES)}
              {...form.field(kind)}
              onChange={(when) => form.field(kind).onChange(when as MailChoice)}
            />
          ))}
        </Section>
      </Panel>
      <Panel>
        <Section title={t`Delivery`}>
          <Select
            label={t`Time of daily and weekly e-mails`}
            options={HOURS.map((hour) => ({ value: hour, label: clock.format(Date.UTC(2026, 0, 1, Number(hour))) }))}
            {...form.field('hour')}
          />
          <ComboBox
            label={t`Time zone`}
            hint={t`If empty: the browser’s default.`}
            options={TIME_ZONES}
            {...form.field('timeZone')}
          />
          <p>
            <Trans>
              E-mails use the language of <Link to="/account/profile">your profile</Link>.
            </Trans>
          </p>
        </Section>
      </Panel>
    </Form>
  );
}

const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ value: zone, label: zone }));
