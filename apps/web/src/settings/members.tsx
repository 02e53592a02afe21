import { type Invitation, invitationsCancel, invitationsInvite, type MemberWithUser } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { useSearch } from '../app/router-hooks';
import { useIsAdmin, useOrganization } from '../organizations/organization';
import { ConfirmButton } from '../ui/confirm-button';
import { EmptyState } from '../ui/empty-state';
import { Filters } from '../ui/filters';
import { Loaded } from '../ui/loading';
import { RecordList } from '../ui/record-list';
import type { Column } from '../ui/table';
import { Time } from '../ui/time';
import { Section } from '../ui/view';
import { RoleName } from '../words/terms';
import { Invite } from './invite';
import { SettingsView } from './layout';
import styles from './layout.module.css';
import { ChangeRole, MemberName, RemoveMember } from './member';
import { invitationsQuery, MEMBERS_PAGE, membersQuery, teamsQuery } from './queries';

/** Who is in the organization, as what, and who is invited. */
export function Page() {
  const { t } = useLingui();
  const [search] = useSearch();
  const { id, name } = useOrganization();
  const isAdmin = useIsAdmin();
  const page = Math.max(1, Number.parseInt(search['page'] ?? '1', 10) || 1);
  const q = search['q'] ?? '';
  const members = useQuery({
    ...membersQuery(id, page, q),
    select: (found) => ({ ...found, page, pageSize: MEMBERS_PAGE }),
  });
  const teams = useQuery(teamsQuery(id));
  const teamName = (teamId: string | null): string => teams.data?.find((team) => team.id === teamId)?.name ?? '';
  const columns: Column<MemberWithUser>[] = [
    { title: t`Name`, isHeader: true, cell: (member) => <MemberName member={member} /> },
    { title: t`E-mail`, cell: ({ user }) => user.email },
    { title: t`Role`, cell: ({ role }) => <RoleName role={role} /> },
    { title: t`Team`, cell: ({ teamId }) => teamName(teamId) },
    { title: t`Joined`, cell: ({ createdAt }) => <Time at={createdAt} isDate isBare /> },
    ...(isAdmin
      ? [
          {
            title: t`Actions`,
            cell: (member: MemberWithUser) => (
              <div className={styles.buttons}>
                <ChangeRole member={member} />
                <RemoveMember member={member} />
              </div>
            ),
          },
        ]
      : []),
  ];
  return (
    <SettingsView
      title={t`Members`}
      lead={t`Members of ${name} and their roles.`}
      actions={isAdmin && <Invite teams={teams.data ?? []} />}
      isWide
    >
      {isAdmin && <Invitations />}
      <Section title={t`Members`}>
        <Filters />
        <RecordList
          query={members}
          rowsOf={(found) => found.members}
          count={(total) => <Plural value={total} one="# member" other="# members" />}
          isFiltered={q !== ''}
          nothing={<EmptyState title={t`No members`} />}
          nothingFits={t`No matching members`}
          table={{ caption: t`Members`, columns, keyOf: (member) => member.id }}
        />
      </Section>
    </SettingsView>
  );
}

function Invitations() {
  const { t } = useLingui();
  const { id } = useOrganization();
  const invitations = useQuery(invitationsQuery(id));
  return (
    <Loaded query={invitations} lines={2}>
      {(found) =>
        found.length > 0 && (
          <Section title={t`Invited`}>
            <ul role="list" className={styles.list}>
              {found.map((invitation) => (
                <li key={invitation.id} className={styles.item}>
                  <OneInvitation invitation={invitation} />
                </li>
              ))}
            </ul>
          </Section>
        )
      }
    </Loaded>
  );
}

function OneInvitation({ invitation: { id, email, role, expiresAt } }: { invitation: Invitation }) {
  const { t } = useLingui();
  const { id: organizationId } = useOrganization();
  const about = `invitation-${id}`;
  const read = () => queryClient.invalidateQueries({ queryKey: invitationsQuery(organizationId).queryKey });
  const resend = async (): Promise<void> => {
    await withProof(() => call(invitationsInvite, { body: { email, role, organizationId, resend: true } }));
    await read();
    announce(t`We sent another e-mail to ${email}.`);
  };
  const cancel = async (): Promise<void> => {
    await call(invitationsCancel, { body: { invitationId: id } });
    await read();
    announce(t`Invitation to ${email} cancelled.`);
  };
  return (
    <div className={styles.row}>
      <div>
        <p id={about} className={styles.name}>
          {email}
        </p>
        <p className={styles.quiet}>
          <RoleName role={role} /> ·{' '}
          <Trans>
            valid until <Time at={expiresAt} isDate />
          </Trans>
        </p>
      </div>
      <div className={styles.buttons}>
        <ConfirmButton name={t`Resend`} kind="secondary" isSmall about={about} run={resend}>
          <p>
            <Trans>We send another e-mail to {email}. Only its link is valid.</Trans>
          </p>
        </ConfirmButton>
        <ConfirmButton name={t`Cancel invitation`} kind="quiet" isSmall about={about} run={cancel}>
          <p>
            <Trans>The link in the e-mail to {email} stops working.</Trans>
          </p>
        </ConfirmButton>
      </div>
    </div>
  );
}
