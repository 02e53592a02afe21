import { identitySignIn, signInBegin } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { nextAddress } from '../app/addresses';
import { base, call } from '../app/client';
import { useSearch } from '../app/router-hooks';
import { Button } from '../ui/button';
import { Form, useForm } from '../ui/form';
import { Link } from '../ui/link';
import { Notice } from '../ui/notice';
import { TextField } from '../ui/text-field';
import { View } from '../ui/view';
import { problemTextOf } from '../words/problems';
import { useEnter } from './enter';

/** Signs in with e-mail and password, or by the provider of an organization. */
export function Page() {
  const { t } = useLingui();
  const [search] = useSearch();
  const [isByProvider, setByProvider] = useState(false);
  return (
    <View title={t`Sign in`} isNarrow>
      {search['error'] && (
        <div role="alert">
          <Notice kind="problem">{problemTextOf(search['error'])}</Notice>
        </div>
      )}
      {isByProvider ? <ByProvider /> : <ByPassword />}
      <div>
        <Button kind="secondary" onClick={() => setByProvider(!isByProvider)}>
          {isByProvider ? t`Use a password` : t`Continue with your organization`}
        </Button>
      </div>
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

function ByPassword() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearch();
  const enter = useEnter();
  const form = useForm({
    draft: 'sign-in',
    initial: { email: '', password: '' },
    secrets: ['password'],
    check: ({ email, password }) => ({
      email: email.trim() === '' ? t`Enter your e-mail address.` : '',
      password: password === '' ? t`Enter your password.` : '',
    }),
    send: async (body) => {
      const answer = await call(identitySignIn, { body });
      if ('user' in answer) await enter();
      else await navigate({ to: '/two-factor', search: search as never });
    },
  });
  return (
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
  );
}

/** Leads to the provider of the organization that has the domain of somebody's address. */
function ByProvider() {
  const { t } = useLingui();
  const [{ next }] = useSearch();
  const form = useForm({
    draft: 'sign-in',
    initial: { email: '' },
    check: ({ email }) => ({ email: email.trim() === '' ? t`Enter your e-mail address.` : '' }),
    send: async ({ email }) => {
      const body = {
        email: email.trim(),
        callbackURL: base + nextAddress(next),
        errorCallbackURL: `${base}/sign-in`,
      };
      const { url } = await call(signInBegin, { body });
      location.assign(url);
      // The button is busy until the browser has gone.
      await new Promise(() => undefined);
    },
    explain: ({ code }) =>
      code === 'PROVIDER_NOT_FOUND'
        ? { field: 'email', text: t`No organization uses an identity provider for this e-mail address.` }
        : undefined,
  });
  return (
    <Form form={form} submit={t`Continue`}>
      <TextField
        label={t`E-mail`}
        hint={t`Your work e-mail address. You then sign in at your organization.`}
        type="email"
        autoComplete="username"
        required
        {...form.field('email')}
      />
    </Form>
  );
}
