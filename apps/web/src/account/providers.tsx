import { signInBegin } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { announce } from '../app/announcements';
import { base, call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { useSearch } from '../app/router-hooks';
import { useMe } from '../app/session';
import { Form, useForm } from '../ui/form';
import { Notice } from '../ui/notice';
import { Select } from '../ui/select';
import { problemTextOf } from '../words/problems';

const HERE = '/account/security';

/** Links the account with the provider of one of the person's organizations, so that they may come in by it. */
export function Providers() {
  const { t } = useLingui();
  const { organizations } = useMe();
  const [search] = useSearch();
  const { linked } = search;
  const name = organizations.find(({ slug }) => slug === linked)?.name;
  const isTold = useRef(false);
  useEffect(() => {
    if (name === undefined || isTold.current) return;
    isTold.current = true;
    announce(t`Your account is linked to the identity provider of ${name}.`);
  }, [name, t]);
  const form = useForm({
    initial: { organization: organizations[0]?.slug ?? '' },
    send: async ({ organization }) => {
      const body = {
        organizationSlug: organization,
        purpose: 'link' as const,
        callbackURL: `${base}${HERE}?linked=${encodeURIComponent(organization)}`,
        errorCallbackURL: `${base}${HERE}?why=link`,
      };
      const { url } = await withProof(() => call(signInBegin, { body }));
      location.assign(url);
      // The button is busy until the browser has gone.
      await new Promise(() => undefined);
    },
    explain: ({ code }) =>
      code === 'PROVIDER_NOT_FOUND'
        ? { field: 'organization', text: t`This organization does not use an identity provider. Sign in as before.` }
        : undefined,
  });
  if (organizations.length === 0) return <p>{t`You are not a member of an organization yet.`}</p>;
  return (
    <>
      {name !== undefined && (
        <Notice kind="done">
          <Trans>Your account is linked to the identity provider of {name}. You can now sign in with it.</Trans>
        </Notice>
      )}
      {search['why'] === 'link' && search['error'] !== undefined && (
        <div role="alert">
          <Notice kind="problem">
            <strong>{t`Your account is not linked.`}</strong> {problemTextOf(search['error'])}
          </Notice>
        </div>
      )}
      <p>
        <Trans>
          Your organization may require its own identity provider. First confirm your identity here, then sign in there.
          The identity provider must report your confirmed e-mail address.
        </Trans>
      </p>
      <Form form={form} submit={t`Link account`}>
        <Select
          label={t`Organization`}
          options={organizations.map(({ slug, name: label }) => ({ value: slug, label }))}
          {...form.field('organization')}
        />
      </Form>
    </>
  );
}
