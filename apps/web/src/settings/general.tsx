import { organizationsDelete, organizationsLeave, organizationsUpdate } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { meQuery, useMe } from '../app/session';
import { useIsAdmin, useOrganization } from '../organizations/organization';
import { ConfirmButton } from '../ui/confirm-button';
import { DeleteByName } from '../ui/delete-by-name';
import { Facts } from '../ui/facts';
import { Form, useForm } from '../ui/form';
import { Panel } from '../ui/panel';
import { TextField } from '../ui/text-field';
import { Section } from '../ui/view';
import { RoleName } from '../words/terms';
import { ForAdmins, SettingsView } from './layout';
import styles from './layout.module.css';
import { Logo } from './logo';

/** What an organization is called, how it looks, and how one leaves it. */
export function Page() {
  const { t } = useLingui();
  const { name, slug, role } = useOrganization();
  const mayChange = useIsAdmin();
  return (
    <SettingsView title={t`General`}>
      {mayChange ? (
        <>
          <NameAndAddress />
          <Panel>
            <Section title={t`Logo`}>
              <Logo />
            </Section>
          </Panel>
        </>
      ) : (
        <>
          <Facts
            facts={[
              [t`Organization name`, name],
              [t`Address`, slug],
              [t`Your role`, <RoleName key="role" role={role} />],
            ]}
          />
          <ForAdmins>
            <Trans>Your role cannot change the settings.</Trans>
          </ForAdmins>
        </>
      )}
      <Section title={t`Leave or delete`}>
        <div className={styles.danger}>
          <Leave />
          {role === 'owner' && <Delete />}
        </div>
      </Section>
    </SettingsView>
  );
}

function NameAndAddress() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { id: organizationId, name, slug } = useOrganization();
  const form = useForm({
    draft: `organization ${organizationId}`,
    initial: { name, slug },
    check: (values) => ({
      name: values.name.trim() === '' ? t`Enter a name for the organization.` : '',
      slug: values.slug.trim() === '' ? t`Fill this in.` : '',
    }),
    send: async (values) => {
      const changed = await call(organizationsUpdate, { body: { organizationId, data: values } });
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      form.reset({ name: changed.name, slug: changed.slug });
      if (changed.slug !== slug)
        await navigate({ to: at('/o/$org/settings/general', { org: changed.slug }), replace: true });
      announce(t`Saved.`);
    },
  });
  return (
    <Panel>
      <Form form={form} submit={t`Save changes`}>
        <TextField label={t`Organization name`} autoComplete="organization" maxLength={100} {...form.field('name')} />
        <TextField
          label={t`Address`}
          hint={t`Identifies the organization in URLs. Links with the previous name stop working.`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          {...form.field('slug')}
        />
      </Form>
    </Panel>
  );
}

/** Goes home as somebody who is no member any more. */
function useGone(): (said: string) => Promise<void> {
  const navigate = useNavigate();
  return async (said) => {
    await navigate({ to: '/', search: { all: 'yes' } as never });
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    announce(said);
  };
}

function Leave() {
  const { t } = useLingui();
  const gone = useGone();
  const { id: organizationId, name } = useOrganization();
  const { user } = useMe();
  const leave = async (): Promise<void> => {
    await call(organizationsLeave, { body: { organizationId } });
    await gone(t`You have left ${name}.`);
  };
  return (
    <div className={styles.row}>
      <p>
        <Trans>Your work is kept under your name. An admin can invite you again.</Trans>
      </p>
      <ConfirmButton name={t`Leave organization`} run={leave}>
        <p>
          <Trans>
            {user.email} is no longer a member of {name}. Your personal API keys are revoked.
          </Trans>
        </p>
      </ConfirmButton>
    </div>
  );
}

function Delete() {
  const { t } = useLingui();
  const gone = useGone();
  const { id: organizationId, name } = useOrganization();
  const remove = async (close: () => void): Promise<void> => {
    await withProof(() => call(organizationsDelete, { body: { organizationId } }));
    close();
    await gone(t`${name} deleted.`);
  };
  return (
    <div className={styles.row}>
      <p>
        <Trans>All data of the organization is deleted: products, issues, audits, reports and everything else.</Trans>
      </p>
      <DeleteByName
        name={t`Delete organization`}
        of={name}
        words={{ field: t`Name of the organization`, isOther: t`Enter the exact name of the organization.` }}
        run={remove}
      />
    </div>
  );
}
