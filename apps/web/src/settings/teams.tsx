import { type CountedTeam, teamsCreate, teamsRemove, teamsUpdate } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { useIsAdmin, useOrganization } from '../organizations/organization';
import { Button } from '../ui/button';
import { ConfirmButton } from '../ui/confirm-button';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { EmptyState } from '../ui/empty-state';
import { Form, useForm } from '../ui/form';
import { Loaded } from '../ui/loading';
import { Panel } from '../ui/panel';
import { TextField } from '../ui/text-field';
import { SettingsView } from './layout';
import styles from './layout.module.css';
import { countedTeamsQuery } from './queries';
import { TeamMembers } from './team-members';

/** Groups of members. */
export function Page() {
  const { t } = useLingui();
  const { id } = useOrganization();
  const isAdmin = useIsAdmin();
  const teams = useQuery(countedTeamsQuery(id));
  return (
    <SettingsView
      title={t`Teams`}
      lead={t`Groups of members, with their responsibilities.`}
      actions={
        isAdmin && (
          <DialogButton name={t`New team`} kind="primary">
            {(close) => <NewTeam close={close} />}
          </DialogButton>
        )
      }
    >
      <Loaded query={teams} lines={4}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState title={t`No teams yet`}>
              {isAdmin ? (
                <Trans>Create a team and add members.</Trans>
              ) : (
                <Trans>Ask an admin or owner of the organization to create one.</Trans>
              )}
            </EmptyState>
          ) : (
            found.map((team) => <OneTeam key={team.id} team={team} isAdmin={isAdmin} />)
          )
        }
      </Loaded>
    </SettingsView>
  );
}

const seeAnew = (organizationId: string) => queryClient.invalidateQueries({ queryKey: ['teams', organizationId] });

function OneTeam({ team, isAdmin }: { team: CountedTeam; isAdmin: boolean }) {
  const { t } = useLingui();
  const heading = useId();
  const content = useId();
  const [isOpen, setOpen] = useState(false);
  const { id: organizationId } = useOrganization();
  const remove = async (): Promise<void> => {
    await call(teamsRemove, { body: { teamId: team.id } });
    await seeAnew(organizationId);
    announce(t`Team deleted.`);
  };
  return (
    <Panel>
      <div className={styles.row}>
        <div>
          <h2 id={heading} className={styles.name}>
            {team.name}
          </h2>
          <p className={styles.quiet}>
            <Plural value={team.memberCount} one="# member" other="# members" />
          </p>
        </div>
        <div className={styles.buttons}>
          <Button
            kind="secondary"
            isSmall
            aria-expanded={isOpen}
            aria-controls={content}
            aria-describedby={heading}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t`Hide members` : t`Show members`}
          </Button>
          {isAdmin && (
            <>
              <DialogButton name={t`Rename`} isSmall about={heading}>
                {(close) => <RenameTeam team={team} close={close} />}
              </DialogButton>
              <ConfirmButton name={t`Delete team`} isSmall about={heading} run={remove}>
                <p>
                  <Trans>Team {team.name} deleted. Its members stay in the organization.</Trans>
                </p>
              </ConfirmButton>
            </>
          )}
        </div>
      </div>
      <div id={content} hidden={!isOpen}>
        {isOpen && <TeamMembers team={team} isAdmin={isAdmin} />}
      </div>
    </Panel>
  );
}

function NewTeam({ close }: { close: () => void }) {
  const { t } = useLingui();
  const { id: organizationId } = useOrganization();
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => ({ name: name.trim() === '' ? t`Fill this in.` : '' }),
    send: async ({ name }) => {
      await call(teamsCreate, { body: { name, organizationId } });
      await seeAnew(organizationId);
      close();
      announce(t`Team ${name} created.`);
    },
  });
  return (
    <Form form={form} submit={t`New team`} actions={<CancelButton onClick={close} />}>
      <TextField label={t`Name`} autoComplete="off" maxLength={100} {...form.field('name')} />
    </Form>
  );
}

function RenameTeam({ team, close }: { team: CountedTeam; close: () => void }) {
  const { t } = useLingui();
  const { id: organizationId } = useOrganization();
  const form = useForm({
    initial: { name: team.name },
    check: ({ name }) => ({ name: name.trim() === '' ? t`Fill this in.` : '' }),
    send: async (data) => {
      await call(teamsUpdate, { body: { teamId: team.id, data } });
      await seeAnew(organizationId);
      close();
      announce(t`Saved.`);
    },
  });
  return (
    <Form form={form} submit={t`Rename`} actions={<CancelButton onClick={close} />}>
      <TextField label={t`Name`} autoComplete="off" maxLength={100} {...form.field('name')} />
    </Form>
  );
}
