import { secondFactorVerify, secondFactorVerifyBackupCode } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '../app/client';
import { Button } from '../ui/button';
import { Form, useForm } from '../ui/form';
import { Link } from '../ui/link';
import { TextField } from '../ui/text-field';
import { View } from '../ui/view';
import { useEnter } from './enter';

/** The second step of signing in: a code of the app, or a backup code. */
export function Page() {
  const { t } = useLingui();
  const enter = useEnter();
  const [isBackup, setBackup] = useState(false);
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' ? t`Enter the code.` : '' }),
    send: async ({ code }) => {
      const body = { code: code.replaceAll(' ', '') };
      await (isBackup ? call(secondFactorVerifyBackupCode, { body }) : call(secondFactorVerify, { body }));
      await enter();
    },
    explain: ({ code }) =>
      code === 'INVALID_CODE'
        ? { field: 'code', text: t`The code is wrong or already used. Enter the current code from your app.` }
        : undefined,
  });
  return (
    <View
      title={t`Enter your code`}
      lead={
        isBackup
          ? t`One of the backup codes that you saved. Each code works once.`
          : t`Shown in your authenticator app.`
      }
      isNarrow
    >
      <Form
        form={form}
        submit={t`Continue`}
        actions={
          <Button kind="quiet" onClick={() => setBackup(!isBackup)}>
            {isBackup ? t`Use the authenticator app` : t`Use a backup code`}
          </Button>
        }
      >
        <TextField
          label={t`Code`}
          inputMode={isBackup ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          spellCheck={false}
          required
          {...form.field('code')}
        />
      </Form>
      <p>
        <Link to="/sign-in">
          <Trans>Back to Sign in</Trans>
        </Link>
      </p>
    </View>
  );
}
