import { identitySignUp } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '../app/client';
import { useSearch } from '../app/router-hooks';
import { Form, useForm } from '../ui/form';
import { Link } from '../ui/link';
import { TextField } from '../ui/text-field';
import { View } from '../ui/view';
import { problemTextOf } from '../words/problems';
import { useEnter } from './enter';

/** Makes an account, and signs in with it. */
export function Page() {
  const { t } = useLingui();
  const [search] = useSearch();
  const enter = useEnter();
  const form = useForm({
    draft: 'sign-up',
    initial: { name: '', email: '', password: '' },
    secrets: ['password'],
    check: ({ name, email, password }) => ({
      name: name.trim() === '' ? t`Enter your name.` : '',
      email: email.trim() === '' ? t`Enter your e-mail address.` : '',
      password: password.length < 8 ? t`Enter a password of at least eight characters.` : '',
    }),
    send: async (body) => {
      await call(identitySignUp, { body });
      await enter();
    },
    explain: ({ code }) =>
      code === 'PASSWORD_COMPROMISED' ? { field: 'password', text: problemTextOf(code) } : undefined,
  });
  return (
    <View title={t`Create your account`} isNarrow>
      <Form form={form} submit={t`Create account`}>
        <TextField label={t`Name`} autoComplete="name" required {...form.field('name')} />
        <TextField label={t`E-mail`} type="email" autoComplete="email" required {...form.field('email')} />
        <TextField
          label={t`Password`}
          hint={t`At least eight characters. You can use a password manager.`}
          type="password"
          autoComplete="new-password"
          required
          {...form.field('password')}
        />
      </Form>
      <p>
        <Trans>
          Already have an account?{' '}
          <Link to="/sign-in" search={search}>
            Sign in
          </Link>
        </Trans>
      </p>
    </View>
  );
}
