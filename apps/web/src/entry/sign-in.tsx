import { identitySignIn } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../app/client';
import { useSearch } from '../app/router-hooks';
import { Form, useForm } from '../ui/form';
import { Link } from '../ui/link';
import { Notice } from '../ui/notice';
import { TextField } from '../ui/text-field';
import { View } from '../ui/view';
import { problemTextOf } from '../words/problems';
import { useEnter } from './enter';

/** Signs in with e-mail and password. */
export function Page() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearch();
  const enter = useEnter();
  const form = useForm({
    draft: 'sign-in',
    initial: { email: '', password: '' },
    secrets: ['password'],
    check: ({ email, password }) => ({
      email: email.trim() === '' ? t`Enter your e-mail.` : '',
      password: password === '' ? t`Enter your password.` : '',
    }),
    send: async (body) => {
      const answer = await call(identitySignIn, { body });
      if ('user' in answer) await enter();
      else await navigate({ to: '/two-factor', search: search as never });
    },
  });
  return (
    <View title={t`Sign in`} isNarrow>
      {search['error'] && (
        <div role="alert">
          <Notice kind="problem">{problemTextOf(search['error'])}</Notice>
        </div>
      )}
      <Form form={form} submit={t`Sign in`}>
        <TextField label={t`E-mail`} type="email" autoComplete="username" required {...form.field('email')} />
        <TextField
          label={t`Password`}
          type="password"
          autoComplete="current-password"
          required
          {...form.field('password')}
        />
      </Form>
      <p>
        <Link to="/forgot-password" search={search}>
          <Trans>Forgot your password?</Trans>
        </Link>
      </p>
      <p>
        <Trans>
          No account yet?{' '}
          <Link to="/sign-up" search={search}>
            Create your account
          </Link>
        </Trans>
      </p>
    </View>
  );
}
