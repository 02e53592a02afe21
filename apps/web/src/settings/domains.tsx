import {
  type Domain,
  type DomainState,
  signInAddDomain,
  signInRemoveDomain,
  signInVerifyDomain,
} from '@curbcut/client';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId, useState } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { useOrganization } from '../organizations/organization';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { ConfirmButton } from '../ui/confirm-button';
import { CopyField } from '../ui/copy-field';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import { Loaded } from '../ui/loading';
import { TextField } from '../ui/text-field';
import { Time } from '../ui/time';
import { Section } from '../ui/view';
import { problemText } from '../words/problems';
import styles from './layout.module.css';
import { domainsQuery } from './sign-in-queries';

const STATES: Record<DomainState, [words: MessageDescriptor, tone: ComponentProps<typeof Badge>['kind']]> = {
  pending: [msg`Not verified yet`, 'warn'],
  verified: [msg`Verified`, 'good'],
  missing: [msg`Record not found`, 'warn'],
  gone: [msg`Record missing`, 'wrong'],
};

const seeAnew = (orgId: string) => queryClient.invalidateQueries({ queryKey: domainsQuery(orgId).queryKey });

/** The domains at which people have an address who come in by the provider. */
export function Domains() {
  const { t } = useLingui();
  const { id } = useOrganization();
  const domains = useQuery(domainsQuery(id));
  return (
    <Section
      title={t`Domains`}
      actions={<DialogButton name={t`Add domain`}>{(close) => <AddDomain close={close} />}</DialogButton>}
    >
      <p>
        <Trans>Only e-mail addresses in your verified domains can sign in.</Trans>
      </p>
      <Loaded query={domains} lines={3}>
        {(found) =>
          found.length === 0 ? (
            <p>{t`None yet.`}</p>
          ) : (
            <ul role="list" aria-label={t`Domains`} className={styles.list}>
              {found.map((domain) => (
                <li key={domain.domain} className={styles.item}>
                  <OneDomain domain={domain} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

function AddDomain({ close }: { close: () => void }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const form = useForm({
    draft: `domain of ${orgId}`,
    initial: { domain: '' },
    check: ({ domain }) => ({ domain: domain.trim() === '' ? t`Fill this in.` : '' }),
    send: async ({ domain }) => {
      const added = await withProof(() => call(signInAddDomain, { path: { orgId }, body: { domain: domain.trim() } }));
      await seeAnew(orgId);
      close();
      announce(t`${added.domain.domain} added. Verify it now.`);
    },
    explain: ({ code, errors }) =>
      code === 'already_exists'
        ? { field: 'domain', text: t`The organization has this domain already.` }
        : errors.some((fault) => fault.path === '/domain' && fault.code === 'not_allowed')
          ? { field: 'domain', text: t`This is a public domain suffix, or a domain of a public e-mail service.` }
          : undefined,
  });
  return (
    <Form form={form} submit={t`Add domain`} actions={<CancelButton onClick={close} />}>
      <TextField
        label={t`Domain`}
        hint={t`The part after the @ in your e-mail addresses: example.org.`}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={255}
        {...form.field('domain')}
      />
    </Form>
  );
}

function OneDomain({
  domain: { domain, state, record, verifiedAt, verifiedBy, missingSince, movesAt },
}: {
  domain: Domain;
}) {
  const { t, i18n } = useLingui();
  const { id: orgId } = useOrganization();
  const about = useId();
  const [words, tone] = STATES[state];
  const isProved = state === 'verified';
  const remove = async (): Promise<void> => {
    await withProof(() => call(signInRemoveDomain, { path: { orgId, domain } }));
    await seeAnew(orgId);
    announce(t`${domain} removed.`);
  };
  return (
    <div className={styles.settings}>
      <div className={styles.row}>
        <div>
          <h3 id={about} className={styles.name}>
            {domain} <Badge kind={tone}>{i18n._(words)}</Badge>
          </h3>
          {isProved && verifiedAt !== null && (
            <p className={styles.quiet}>
              {verifiedBy === 'mail' ? (
                <Trans>
                  Verified with a code sent to its postmaster, <Time at={verifiedAt} isDate />
                </Trans>
              ) : (
                <Trans>
                  Verified with its TXT record, <Time at={verifiedAt} isDate />
                </Trans>
              )}
            </p>
          )}
          {missingSince !== null && (
            <p>
              <Trans>
                The record has been missing since <Time at={missingSince} />. After 14 days, new members can no longer
                sign in with this domain.
              </Trans>
            </p>
          )}
          {movesAt !== null && (
            <p>
              <Trans>
                From <Time at={movesAt} isDate /> another organization that verifies the domain can take it over.
              </Trans>
            </p>
          )}
        </div>
        <ConfirmButton name={t`Remove`} kind="quiet" isSmall about={about} run={remove}>
          <p>
            <Trans>
              New members can no longer sign in with <strong>{domain}</strong>. Members with this domain lose access.
            </Trans>
          </p>
        </ConfirmButton>
      </div>
      {!isProved && (
        <>
          <p>
            <Trans>
              Add this TXT record to the DNS of the domain and keep it there. Then check the record. DNS changes can
              take several hours.
            </Trans>
          </p>
          <CopyField label={t`Name of the record`} value={record.name} copy={t`Copy name`} />
          <CopyField label={t`Value of the record`} value={record.value} copy={t`Copy value`} />
          <Prove domain={domain} about={about} />
        </>
      )}
    </div>
  );
}

/** Looks for the record now, or has a code sent to the postmaster of the domain. */
function Prove({ domain, about }: { domain: string; about: string }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const form = useForm({
    initial: {},
    send: async () => {
      await withProof(() => call(signInVerifyDomain, { path: { orgId, domain }, body: { by: 'dns' } }));
      await seeAnew(orgId);
      announce(t`${domain} is verified.`);
    },
  });
  return (
    <Form
      form={form}
      submit={t`Check the record`}
      label={t`Verify ${domain}`}
      actions={
        <DialogButton name={t`Verify by e-mail`} about={about}>
          {(close) => <ByMail domain={domain} close={close} />}
        </DialogButton>
      }
    />
  );
}

function ByMail({ domain, close }: { domain: string; close: () => void }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const [isSent, setSent] = useState(false);
  const address = `postmaster@${domain}`;
  const verify = (code?: string) =>
    withProof(() =>
      call(signInVerifyDomain, {
        path: { orgId, domain },
        body: { by: 'mail', ...(code !== undefined && { code }) },
      }),
    );
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: isSent && code.trim() === '' ? t`Fill this in.` : '' }),
    send: async ({ code }) => {
      await verify(isSent ? code.trim() : undefined);
      if (!isSent) {
        setSent(true);
        announce(t`We sent a code to ${address}.`);
        return;
      }
      await seeAnew(orgId);
      close();
      announce(t`${domain} is verified.`);
    },
    explain: ({ code }) =>
      code === 'domain_code_refused'
        ? { field: 'code', text: t`The code is wrong, already used or expired.` }
        : undefined,
  });
  return (
    <Form form={form} submit={isSent ? t`Verify by e-mail` : t`Send code`} actions={<CancelButton onClick={close} />}>
      {isSent ? (
        <>
          <p>
            <Trans>We sent a nine-digit code to {address}. It is valid for one day and five attempts.</Trans>
          </p>
          <TextField label={t`Code`} inputMode="numeric" autoComplete="off" maxLength={64} {...form.field('code')} />
          <div>
            <Button
              kind="quiet"
              onClick={() =>
                void verify().then(
                  () => announce(t`We sent another code to ${address}.`),
                  (error: unknown) => announce(problemText(error)),
                )
              }
            >
              {t`Send another code`}
            </Button>
          </div>
        </>
      ) : (
        <p>
          <Trans>We send a code to {address}. Ask the recipient for the code.</Trans>
        </p>
      )}
    </Form>
  );
}
