import { identitySignIn, secondFactorVerify } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { CancelButton, Dialog } from '../ui/dialog';
import { Form, useForm } from '../ui/form';
import { TextField } from '../ui/text-field';
import { announce } from './announcements';
import { call, ended } from './client';
import { queryClient } from './queries';
import { forgetSession, meQuery, useMe, useMaybeMe } from './session';

/** Asks who is there when the session ends while a view is open; what was typed stays where it is. */
export function SignInAgainDialog() {
  const { t } = useLingui();
  const me = useMaybeMe();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (): void => setOpen(queryClient.getQueryData(meQuery.queryKey) != null);
    ended.addEventListener('ended', open);
    return () => ended.removeEventListener('ended', open);
  }, []);
  const leave = (): void => {
    forgetSession();
    location.assign('/sign-in');
  };
  return (
    <Dialog title={t`Sign in again`} isOpen={isOpen && me != null} onClose={leave} isPressing>
      <p>{t`Your session has ended. Sign in to continue here.`}</p>
      <Again close={() => setOpen(false)} leave={leave} />
    </Dialog>
  );
}

function Again({ close, leave }: { close: () => void; leave: () => void }) {
  const { t } = useLingui();
  const { user } = useMe();
  const [isCodeAsked, setCodeAsked] = useState(false);
  const done = async (userId: string): Promise<void> => {
    if (userId !== user.id) {
      forgetSession();
      location.assign('/');
      return;
    }
    close();
    await queryClient.invalidateQueries();
    announce(t`You are signed in again.`);
  };
  const form = useForm({
    initial: { email: user.email, password: '', code: '' },
    send: async ({ email, password, code }) => {
      const answer = isCodeAsked
        ? await call(secondFactorVerify, { body: { code } })
        : await call(identitySignIn, { body: { email, password } });
      if ('user' in answer) await done(answer.user.id);
      else setCodeAsked(true);
    },
  });
  return (
    <Form form={form} submit={t`Sign in`} actions={<CancelButton onClick={leave} />}>
      {isCodeAsked ? (
        <TextField label={t`Code`} inputMode="numeric" autoComplete="one-time-code" {...form.field('code')} />
      ) : (
        <>
          <TextField label={t`E-mail`} type="email" autoComplete="username" {...form.field('email')} />
          <TextField label={t`Password`} type="password" autoComplete="current-password" {...form.field('password')} />
        </>
      )}
    </Form>
  );
}
