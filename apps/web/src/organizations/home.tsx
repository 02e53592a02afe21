import {
  invitationsAccept,
  invitationsListOfPerson,
  invitationsReject,
  organizationsCreate,
  type ReceivedInvitation,
} from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { at } from '../app/addresses';
import { alert } from '../app/announcements';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { useSearch } from '../app/router-hooks';
import { meQuery, useMe } from '../app/session';
import { Button } from '../ui/button';
import { Form, useForm } from '../ui/form';
import { Link } from '../ui/link';
import { Loaded } from '../ui/loading';
import { Panel } from '../ui/panel';
import { TextField } from '../ui/text-field';
import { Section, View } from '../ui/view';
import { problemText } from '../words/problems';
import { RoleName } from '../words/terms';
import styles from './home.module.css';
import { Unverified } from './unverified';
import { Redirect } from '../ui/redirect';

/** Leads to the organization that the session works in; where there is none, chooses, makes or joins one. */
export function Page() {
  const { t } = useLingui();
  const [search] = useSearch();
  const { user, organizations, activeOrganizationId } = useMe();
  // Decided when one arrives: who makes or joins another one here is led on from there.
  const [active] = useState(() =>
    search['all']
      ? undefined
      : (organizations.find(({ id }) => id === activeOrganizationId) ??
        (organizations.length === 1 ? organizations[0] : undefined)),
  );
  if (active) return <Redirect to={at('/o/$org', { org: active.slug })} />;
  return (
    <View title={t`Your organizations`} isNarrow>
      {!user.emailVerified && <Unverified email={user.email} />}
      {organizations.length > 0 && (
        <ul role="list" className={styles.list}>
          {organizations.map(({ id, name, slug }) => (
            <li key={id}>
              <Link to={at('/o/$org', { org: slug })} className={styles.organization}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {user.emailVerified && <Invitations />}
      <Section title={organizations.length === 0 ? t`Create your first organization` : t`Create an organization`}>
        <p>
          <Trans>An organization groups your products and the members that work on them.</Trans>
        </p>
        <CreateOrganization />
      </Section>
    </View>
  );
}

function CreateOrganization() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = useForm({
    draft: 'organization',
    initial: { name: '' },
    check: ({ name }) => ({ name: name.trim() === '' ? t`Enter a name for the organization.` : '' }),
    send: async (body) => {
      const { slug } = await call(organizationsCreate, { body });
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      await navigate({ to: at('/o/$org/start', { org: slug }) });
    },
  });
  return (
    <Form form={form} submit={t`Create organization`}>
      <TextField label={t`Organization name`} autoComplete="organization" required {...form.field('name')} />
    </Form>
  );
}

const INVITATIONS = ['invitations of mine'];

function Invitations() {
  const { t } = useLingui();
  const invitations = useQuery({
    queryKey: INVITATIONS,
    queryFn: ({ signal }) => call(invitationsListOfPerson, {}, { signal }),
  });
  return (
    <Loaded query={invitations} lines={2}>
      {(found) =>
        found.length > 0 && (
          <Section title={t`Invitations`}>
            {found.map((invitation) => (
              <Invitation key={invitation.id} invitation={invitation} />
            ))}
          </Section>
        )
      }
    </Loaded>
  );
}

function Invitation({
  invitation: { id, organizationName, organizationSlug, inviterEmail, role },
}: {
  invitation: ReceivedInvitation;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const answer = async (isAccepted: boolean): Promise<void> => {
    try {
      await call(isAccepted ? invitationsAccept : invitationsReject, { body: { invitationId: id } });
      await queryClient.invalidateQueries({ queryKey: INVITATIONS });
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      if (isAccepted) await navigate({ to: at('/o/$org', { org: organizationSlug }) });
    } catch (error) {
      alert(problemText(error));
    }
  };
  return (
    <Panel>
      <p>
        <Trans>
          {inviterEmail} invites you to <strong>{organizationName}</strong> as <RoleName role={role} />.
        </Trans>
      </p>
      <div className={styles.buttons}>
        <Button
          onClick={() => void answer(true)}
          aria-label={t`Accept the invitation to ${organizationName}`}
        >{t`Accept`}</Button>
        <Button
          kind="secondary"
          onClick={() => void answer(false)}
          aria-label={t`Decline the invitation to ${organizationName}`}
        >{t`Decline`}</Button>
      </div>
    </Panel>
  );
}
