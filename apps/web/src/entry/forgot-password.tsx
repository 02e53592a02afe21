import { identityRequestPasswordReset } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '../app/client';
import { Form, useForm } from '../ui/form';
import { Link } from '../ui/link';
import { Notice } from '../ui/notice';
import { TextField } from '../ui/text-field';
import { View } from '../ui/view';

/** Has a link mailed with which to choose another password. */
export function Page() {
  const { t } = useLingui();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => ({ email: email.trim() === '' ? t`Enter your e-mail address.` : '' }),
    send: async (body) => {
      await call(identityRequestPasswordReset, { body });
      setSentTo(body.email);
    },
  });
  return (
    <View title={t`Forgot your password?`} lead={t`We send you a link to choose a new password.`} isNarrow>
      <div role="status">
        {sentTo !== undefined && (
          <Notice kind="done">
            {t`If ${sentTo} has an account, we sent a link to it. The link is valid for one hour.`}
          </Notice>
        )}
      </div>
      <Form form={form} submit={t`Send link`}>
        <TextField label={t`E-mail`} type="email" autoComplete="username" required {...form.field('email')} />
      </Form>
      <p>
        <Link to="/sign-in">
          <Trans>Back to Sign in</Trans>
        </Link>
      </p>
    </View>
  );
}
