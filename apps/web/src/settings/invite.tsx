import { invitationsInvite, type Role, type Team } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { useOrganization } from '../organizations/organization';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import { Select } from '../ui/select';
import { TextField } from '../ui/text-field';
import { RoleField } from './member';
import { invitationsQuery } from './queries';

/** Invites somebody by mail. */
export function Invite({ teams }: { teams: readonly Team[] }) {
  const { t } = useLingui();
  return (
    <DialogButton name={t`Invite`} kind="primary">
      {(close) => <InviteForm teams={teams} close={close} />}
    </DialogButton>
  );
}

function InviteForm({ teams, close }: { teams: readonly Team[]; close: () => void }) {
  const { t } = useLingui();
  const { id: organizationId } = useOrganization();
  const form = useForm({
    draft: `invitation to ${organizationId}`,
    initial: { email: '', role: 'member' as Role, teamId: '' },
    check: ({ email }) => ({ email: email.trim() === '' ? t`Enter an e-mail address.` : '' }),
    send: async ({ email, role, teamId }) => {
      const body = { email: email.trim(), role, organizationId, ...(teamId && { teamId }) };
      await withProof(() => call(invitationsInvite, { body }));
      await queryClient.invalidateQueries({ queryKey: invitationsQuery(organizationId).queryKey });
      close();
      announce(t`We sent an e-mail to ${email}.`);
    },
  });
  return (
    <Form form={form} submit={t`Invite`} actions={<CancelButton onClick={close} />}>
      <TextField label={t`E-mail`} type="email" autoComplete="off" {...form.field('email')} />
      <RoleField {...form.field('role')} />
      {teams.length > 0 && (
        <Select
          label={t`Team`}
          {...form.field('teamId')}
          options={[{ value: '', label: t`No team` }, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      )}
    </Form>
  );
}
