import { identityUpdateUser } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { meQuery, useMe } from '../app/session';
import { Form, useForm } from '../ui/form';
import { TextField } from '../ui/text-field';
import { AccountView } from './layout';

/** The name that others see. */
export function Page() {
  const { t } = useLingui();
  const { user } = useMe();
  const form = useForm({
    draft: `profile of ${user.id}`,
    initial: { name: user.name },
    check: ({ name }) => ({ name: name.trim() === '' ? t`Enter your name.` : '' }),
    send: async (body) => {
      await call(identityUpdateUser, { body });
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      announce(t`Saved.`);
    },
  });
  return (
    <AccountView title={t`Profile`} lead={user.email}>
      <Form form={form} submit={t`Save changes`}>
        <TextField
          label={t`Name`}
          hint={t`Members of your organizations see it.`}
          autoComplete="name"
          required
          {...form.field('name')}
        />
      </Form>
    </AccountView>
  );
}
