import { accountMailProofCode, accountProve, CurbcutError } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useState, useSyncExternalStore } from 'react';
import { Button } from '../ui/button';
import { CancelButton, Dialog } from '../ui/dialog';
import { Form, useForm } from '../ui/form';
import { TextField } from '../ui/text-field';
import { problemText } from '../words/problems';
import { announce } from './announcements';
import { call } from './client';
import { useMe } from './session';

type Way = 'password' | 'code' | 'mailCode';

interface Asked {
  proved: () => void;
  refused: () => void;
}

let asked: Asked | undefined;
const listeners = new Set<() => void>();
const setAsked = (next: Asked | undefined): void => {
  asked = next;
  for (const listener of listeners) listener();
};

/**
 * Does what may need a proof of who is there: asks for it in place, and does it then.
 * @throws what `change` throws, and its own refusal where nobody proves anything
 */
export async function withProof<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof CurbcutError) || !isAsking(error)) throw error;
    await new Promise<void>((proved, stayed) => setAsked({ proved, refused: () => stayed(error) }));
    return await change();
  }
}

const isAsking = ({ code }: CurbcutError): boolean => ['fresh_proof_required', 'SESSION_NOT_FRESH'].includes(code);

/** Asks for the proof, where something that was wanted needs one. */
export function FreshProofDialog() {
  const { t } = useLingui();
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
  const close = (): void => {
    now?.refused();
    setAsked(undefined);
  };
  return (
    <Dialog title={t`Confirm it is you`} isOpen={now !== undefined} onClose={close}>
      {now && (
        <Proof
          close={close}
          proved={() => {
            setAsked(undefined);
            now.proved();
          }}
        />
      )}
    </Dialog>
  );
}

function Proof({ close, proved }: { close: () => void; proved: () => void }) {
  const { t } = useLingui();
  const { user } = useMe();
  const [way, setWay] = useState<Way>(user.twoFactorEnabled ? 'code' : 'password');
  const form = useForm({
    initial: { proof: '' },
    send: async ({ proof }) => {
      await call(accountProve, { body: { [way]: proof } });
      proved();
    },
    explain: ({ code }) =>
      code === 'proof_refused' ? { field: 'proof', text: t`The password or the code is wrong.` } : undefined,
  });
  const mail = async (): Promise<void> => {
    try {
      await call(accountMailProofCode, {});
      setWay('mailCode');
      announce(t`A code is on its way to ${user.email}.`);
    } catch (error) {
      announce(problemText(error));
    }
  };
  const field = form.field('proof');
  return (
    <>
      <p>{t`This needs a proof of the last ten minutes that it is you.`}</p>
      <Form form={form} submit={t`Confirm it is you`} actions={<CancelButton onClick={close} />}>
        {way === 'password' ? (
          <TextField label={t`Password`} type="password" autoComplete="current-password" {...field} />
        ) : (
          <TextField
            label={way === 'code' ? t`Code` : t`Code from the mail`}
            inputMode={way === 'code' ? 'numeric' : 'text'}
            autoComplete="one-time-code"
            {...field}
          />
        )}
      </Form>
      {way === 'password' && (
        <div>
          <Button kind="quiet" onClick={() => void mail()}>{t`I have no password: send me a code`}</Button>
        </div>
      )}
    </>
  );
}
