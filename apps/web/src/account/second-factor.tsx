import {
  type PreparedFactor,
  secondFactorDisable,
  secondFactorEnable,
  secondFactorRenewBackupCodes,
  secondFactorVerify,
} from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { meQuery, useMe } from '../app/session';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { CopyField } from '../ui/copy-field';
import { CancelButton, Dialog } from '../ui/dialog';
import { Form, useForm } from '../ui/form';
import { TextField } from '../ui/text-field';
import styles from './second-factor.module.css';

type Step = 'on' | 'off' | 'codes';

/** Turns the second factor on and off, and makes its backup codes. */
export function SecondFactor() {
  const { t } = useLingui();
  const { user } = useMe();
  const [step, setStep] = useState<Step>();
  const close = (): void => setStep(undefined);
  const titles: Record<Step, string> = {
    on: t`Turn on second factor`,
    off: t`Turn off second factor`,
    codes: t`New backup codes`,
  };
  return (
    <>
      <p>
        {user.twoFactorEnabled ? <Badge kind="good">{t`On`}</Badge> : <Badge>{t`Off`}</Badge>}{' '}
        <Trans>Sign-in then needs your password and a code from an app.</Trans>
      </p>
      <div className={styles.buttons}>
        {(user.twoFactorEnabled ? (['codes', 'off'] as const) : (['on'] as const)).map((one) => (
          <Button key={one} kind={one === 'off' ? 'danger' : 'secondary'} onClick={() => setStep(one)}>
            {titles[one]}
          </Button>
        ))}
      </div>
      <Dialog title={titles[step ?? 'on']} isOpen={step !== undefined} onClose={close} isPressing>
        {step === 'on' && <TurnOn close={close} />}
        {step === 'off' && <TurnOff close={close} />}
        {step === 'codes' && <NewCodes close={close} />}
      </Dialog>
    </>
  );
}

/** Asks for the password before something that only the person may do. */
function PasswordFirst({
  submit,
  close,
  send,
}: {
  submit: string;
  close: () => void;
  send: (password?: string) => Promise<unknown>;
}) {
  const { t } = useLingui();
  const form = useForm({
    initial: { password: '' },
    send: ({ password }) => withProof(() => send(password || undefined)),
    explain: ({ code }) =>
      code === 'INVALID_PASSWORD' ? { field: 'password', text: t`The password is wrong.` } : undefined,
  });
  return (
    <Form form={form} submit={submit} actions={<CancelButton onClick={close} />}>
      <TextField
        label={t`Current password`}
        hint={t`Leave it empty if your account has none.`}
        type="password"
        autoComplete="current-password"
        {...form.field('password')}
      />
    </Form>
  );
}

const passwordBody = (password: string | undefined) => (password === undefined ? {} : { password });

function TurnOn({ close }: { close: () => void }) {
  const { t } = useLingui();
  const [prepared, setPrepared] = useState<PreparedFactor>();
  const [isKept, setKept] = useState(false);
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' ? t`Enter the code.` : '' }),
    send: async ({ code }) => {
      await call(secondFactorVerify, { body: { code: code.replaceAll(' ', '') } });
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      announce(t`The second factor is on.`);
      close();
    },
    explain: ({ code }) =>
      code === 'INVALID_CODE'
        ? { field: 'code', text: t`The code is wrong or already used. Enter the current code from your app.` }
        : undefined,
  });
  if (!prepared) {
    const prepare = async (password?: string) =>
      setPrepared(await call(secondFactorEnable, { body: { ...passwordBody(password), issuer: 'Curbcut' } }));
    return <PasswordFirst submit={t`Continue`} close={close} send={prepare} />;
  }
  if (!isKept) return <BackupCodes codes={prepared.backupCodes} done={() => setKept(true)} />;
  const key = new URL(prepared.totpURI).searchParams.get('secret') ?? '';
  return (
    <Form form={form} submit={t`Turn on second factor`} actions={<CancelButton onClick={close} />}>
      <p>
        <Trans>
          Add this key to an authenticator app, or <a href={prepared.totpURI}>open it in one on this device</a>. Then
          enter the code that the app shows.
        </Trans>
      </p>
      <CopyField label={t`Setup key`} value={key} copy={t`Copy setup key`} />
      <TextField
        label={t`Code`}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        required
        {...form.field('code')}
      />
    </Form>
  );
}

function TurnOff({ close }: { close: () => void }) {
  const { t } = useLingui();
  const send = async (password?: string): Promise<void> => {
    await call(secondFactorDisable, { body: passwordBody(password) });
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    announce(t`The second factor is off.`);
    close();
  };
  return <PasswordFirst submit={t`Turn off second factor`} close={close} send={send} />;
}

function NewCodes({ close }: { close: () => void }) {
  const { t } = useLingui();
  const [codes, setCodes] = useState<string[]>();
  const send = async (password?: string): Promise<void> => {
    const { backupCodes } = await call(secondFactorRenewBackupCodes, { body: passwordBody(password) });
    setCodes(backupCodes);
  };
  if (codes) return <BackupCodes codes={codes} done={close} />;
  return (
    <>
      <p>{t`Your current codes stop working.`}</p>
      <PasswordFirst submit={t`New backup codes`} close={close} send={send} />
    </>
  );
}

/** Shown once: each opens the account in the place of a code. */
function BackupCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  const { t } = useLingui();
  return (
    <>
      <p>{t`Store these codes separately from your phone. Each code works once. They are not shown again.`}</p>
      <ul role="list" aria-label={t`Backup codes`} className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={done}>{t`I have saved them`}</Button>
        <Button kind="secondary" onClick={() => print()}>{t`Print`}</Button>
      </div>
    </>
  );
}
