import { membersRemove, membersUpdateRole, type MemberWithUser, type Role } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { meQuery, useMe } from '../app/session';
import { useOrganization } from '../organizations/organization';
import { Badge } from '../ui/badge';
import { RadioGroup } from '../ui/checkbox';
import { ConfirmButton } from '../ui/confirm-button';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import { Picture } from '../ui/picture';
import { ROLE_PURPOSES } from '../words/organization-terms';
import { ROLES } from '../words/terms';
import styles from './layout.module.css';

const idOf = ({ id }: MemberWithUser): string => `member-${id}`;

/** Who it is, with the picture. */
export function MemberName({ member }: { member: MemberWithUser }) {
  const { t } = useLingui();
  const { user } = useMe();
  return (
    <span className={styles.name}>
      <Picture image={member.user.image} name={member.user.name} />
      <span id={idOf(member)}>{member.user.name}</span>
      {member.userId === user.id && <Badge kind="accent">{t`You`}</Badge>}
    </span>
  );
}

/** Chooses a role; only owners make owners. */
export function RoleField({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const { t, i18n } = useLingui();
  const { role: own } = useOrganization();
  const offered: Role[] = own === 'owner' ? ['member', 'admin', 'owner'] : ['member', 'admin'];
  return (
    <RadioGroup
      label={t`Role`}
      name="role"
      value={value}
      onChange={(role) => onChange(role as Role)}
      options={offered.map((role) => ({
        value: role,
        label: i18n._(ROLES[role]),
        hint: i18n._(ROLE_PURPOSES[role]),
      }))}
    />
  );
}

/** Only an owner changes an owner. */
const useMayChange = ({ role }: MemberWithUser): boolean => useOrganization().role === 'owner' || role !== 'owner';

const seeAnew = async (organizationId: string): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: ['members', organizationId] });
  await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
};

/** Gives a member another role. */
export function ChangeRole({ member }: { member: MemberWithUser }) {
  const { t } = useLingui();
  if (!useMayChange(member)) return null;
  return (
    <DialogButton name={t`Change role`} isSmall about={idOf(member)}>
      {(close) => <RoleForm member={member} close={close} />}
    </DialogButton>
  );
}

function RoleForm({ member: { id: memberId, role: now, user }, close }: { member: MemberWithUser; close: () => void }) {
  const { t } = useLingui();
  const { id: organizationId } = useOrganization();
  const form = useForm({
    initial: { role: now },
    send: async ({ role }) => {
      await withProof(() => call(membersUpdateRole, { body: { memberId, role, organizationId } }));
      await seeAnew(organizationId);
      close();
      announce(t`Saved.`);
    },
  });
  return (
    <Form form={form} submit={t`Change role`} actions={<CancelButton onClick={close} />}>
      <p>
        <Trans>Permissions of {user.name}.</Trans>
      </p>
      <RoleField {...form.field('role')} />
    </Form>
  );
}

/** Takes a member out of the organization. */
export function RemoveMember({ member }: { member: MemberWithUser }) {
  const { t } = useLingui();
  const { id: organizationId, name: organization } = useOrganization();
  const { user } = useMe();
  // Who goes themselves leaves.
  if (!useMayChange(member) || member.userId === user.id) return null;
  const { name } = member.user;
  const remove = async (): Promise<void> => {
    await call(membersRemove, { body: { memberId: member.id, organizationId } });
    await seeAnew(organizationId);
    announce(t`${name} removed.`);
  };
  return (
    <ConfirmButton name={t`Remove`} isSmall about={idOf(member)} run={remove}>
      <p>
        <Trans>
          {name} is removed from {organization} and loses all access. Their work remains.
        </Trans>
      </p>
    </ConfirmButton>
  );
}
