import { identityChangeEmail, identityChangePassword } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { useSearch } from '../app/router-hooks';
import { useMe } from '../app/session';
import { Checkbox } from '../ui/checkbox';
import { Form, useForm } from '../ui/form';
import { Notice } from '../ui/notice';
import { TextField } from '../ui/text-field';
import { Section } from '../ui/view';
import { problemTextOf } from '../words/problems';
import { AccountView } from './layout';
import { Providers } from './providers';
import { SecondFactor } from './second-factor';

/** How the person signs in. */
export function Page() {
  const { t } = useLingui();
  const [search] = useSearch();
  return (
    <AccountView title={t`Security`}>
      {search['why'] === 'factor' && (
        <Notice kind="warning">{t`The organization requires a second factor. Turn it on to continue.`}</Notice>
      )}
      {search['why'] === 'proof' && search['error'] !== undefined && (
        <div role="alert">
          <Notice kind="problem">
            <strong>{t`The identity provider did not confirm your identity.`}</strong> {problemTextOf(search['error'])}
          </Notice>
        </div>
      )}
      <Section title={t`Second factor`}>
        <SecondFactor />
      </Section>
      <Section title={t`Password`}>
        <ChangePassword />
      </Section>
      <Section title={t`E-mail`}>
        <ChangeEmail />
      </Section>
      <Section title={t`Identity provider of an organization`}>
        <Providers />
      </Section>
    </AccountView>
  );
}

function ChangePassword() {
  const { t } = useLingui();
  const form = useForm({
    initial: { currentPassword: '', newPassword: '', suspendMade: false },
    check: ({ currentPassword, newPassword }) => ({
      currentPassword: currentPassword === '' ? t`Enter your current password.` : '',
      newPassword: newPassword.length < 8 ? t`Enter a password of at least eight characters.` : '',
    }),
    send: async (body) => {
      await call(identityChangePassword, { body });
      form.reset();
      await queryClient.invalidateQueries({ queryKey: ['sessions'] });
      announce(t`Saved. All other sessions are signed out.`);
    },
    explain: ({ code }) =>
      code === 'INVALID_PASSWORD' ? { field: 'currentPassword', text: t`The password is wrong.` } : undefined,
  });
  return (
    <Form form={form} submit={t`Change password`}>
      <TextField
        label={t`Current password`}
        type="password"
        autoComplete="current-password"
        required
        {...form.field('currentPassword')}
      />
      <TextField
        label={t`New password`}
        hint={t`At least eight characters. All your other sessions are signed out.`}
        type="password"
        autoComplete="new-password"
        required
        {...form.field('newPassword')}
      />
      <Checkbox
        label={t`Another person may know my password`}
        hint={t`API keys, invitations and webhooks created in the last 30 days are suspended. You have one day to keep each of them.`}
        isChecked={form.values.suspendMade}
        onChange={(suspendMade) => form.set({ suspendMade })}
      />
    </Form>
  );
}

function ChangeEmail() {
  const { t } = useLingui();
  const { user } = useMe();
  const form = useForm({
    draft: `e-mail of ${user.id}`,
    initial: { newEmail: '' },
    check: ({ newEmail }) => ({ newEmail: newEmail.trim() === '' ? t`Enter the new e-mail address.` : '' }),
    send: async (body) => {
      await withProof(() => call(identityChangeEmail, { body }));
      form.reset();
      announce(t`We sent a link to ${body.newEmail}. Open it to change your address.`);
    },
  });
  return (
    <Form form={form} submit={t`Change e-mail`}>
      <p>{t`Current value: ${user.email}.`}</p>
      <TextField label={t`New e-mail address`} type="email" autoComplete="email" required {...form.field('newEmail')} />
    </Form>
  );
}
