import {
  accountMailProofCode,
  accountProve,
  CurbcutError,
  identitySignInWithProvider,
  signInBegin,
} from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { Button } from '../ui/button';
import { CancelButton, Dialog } from '../ui/dialog';
import { Form, useForm } from '../ui/form';
import { TextField } from '../ui/text-field';
import { problemText } from '../words/problems';
import { announce } from './announcements';
import { base, call } from './client';
import { useMe } from './session';

type Way = 'password' | 'code' | 'mailCode';

interface Asked {
  /** By which means the account proves who is there; none: the service does not say. */
  ways: readonly string[];
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
    await new Promise<void>((proved, stayed) => setAsked({ ways: error.ways, proved, refused: () => stayed(error) }));
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
    <Dialog title={t`Confirm your identity`} isOpen={now !== undefined} onClose={close}>
      {now && (
        <Proof
          ways={now.ways}
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

interface Props {
  ways: readonly string[];
  close: () => void;
  proved: () => void;
}

function Proof({ ways, close, proved }: Props) {
  const { t } = useLingui();
  const { user, organizations, providerOrganizationId } = useMe();
  const organization = organizations.find(({ id }) => id === providerOrganizationId);
  const isByProvider = ways.includes('provider');
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
      announce(t`We sent a code to ${user.email}.`);
    } catch (error) {
      announce(problemText(error));
    }
  };
  const field = form.field('proof');
  return (
    <>
      <p>{t`For security, confirm your identity again.`}</p>
      {isByProvider ? (
        <AtProvider submit={t`Confirm with the identity provider`} close={close} urlOf={urlOfProvider} />
      ) : (
        <>
          <Form form={form} submit={t`Confirm your identity`} actions={<CancelButton onClick={close} />}>
            {way === 'password' ? (
              <TextField label={t`Password`} type="password" autoComplete="current-password" {...field} />
            ) : (
              <TextField
                label={way === 'code' ? t`Code` : t`Code from the e-mail`}
                inputMode={way === 'code' ? 'numeric' : 'text'}
                autoComplete="one-time-code"
                {...field}
              />
            )}
          </Form>
          {way === 'password' && (
            <div>
              <Button kind="quiet" onClick={() => void mail()}>{t`I have no password. Send me a code.`}</Button>
            </div>
          )}
        </>
      )}
      {organization && (
        <AtProvider
          submit={t`Confirm with the identity provider of ${organization.name}`}
          urlOf={() => urlOfOrganization(organization.slug)}
        >
          <Trans>You signed in with it. Use it to confirm your identity in {organization.name}.</Trans>
        </AtProvider>
      )}
    </>
  );
}

interface AtProviderProps {
  submit: string;
  close?: () => void;
  urlOf: () => Promise<string>;
  children?: ReactNode;
}

/** Leads to a provider, which asks again who is there, and back to this view. */
function AtProvider({ submit, close, urlOf, children }: AtProviderProps) {
  const form = useForm({
    initial: {},
    send: async () => {
      location.assign(await urlOf());
      // The button is busy until the browser has gone.
      await new Promise(() => undefined);
    },
  });
  return (
    <Form form={form} submit={submit} actions={close && <CancelButton onClick={close} />}>
      <p>
        {children} <Trans>You then return to this view. Repeat the action there.</Trans>
      </p>
    </Form>
  );
}

/** Back to this view; refusals are shown where the account proves itself. */
const back = () => ({
  callbackURL: location.pathname + location.search,
  errorCallbackURL: `${base}/account/security?why=proof`,
});

const urlOfProvider = async (): Promise<string> =>
  (await call(identitySignInWithProvider, { body: { provider: 'oidc', prove: true, ...back() } })).url;

const urlOfOrganization = async (organizationSlug: string): Promise<string> =>
  (await call(signInBegin, { body: { organizationSlug, purpose: 'prove', ...back() } })).url;
