import { type CountedTeam, teamsAddMember, teamsRemoveMember } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { useOrganization } from '../organizations/organization';
import { Button } from '../ui/button';
import { ComboBox } from '../ui/combo-box';
import { Form, useForm } from '../ui/form';
import { Loaded } from '../ui/loading';
import { Picture } from '../ui/picture';
import { peopleQuery, teamMembersQuery } from './queries';
import styles from './layout.module.css';

/** Who is in a team; admins put members in and take them out. */
export function TeamMembers({ team: { id: teamId }, isAdmin }: { team: CountedTeam; isAdmin: boolean }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const members = useQuery(teamMembersQuery(orgId, teamId));
  return (
    <Loaded query={members} lines={2}>
      {(found) => (
        <div className={styles.settings}>
          {found.length === 0 ? (
            <p>{t`No members yet.`}</p>
          ) : (
            <ul role="list" className={styles.list}>
              {found.map(({ id: userId, name, image }) => (
                <li key={userId} className={styles.item}>
                  <div className={styles.row}>
                    <span className={styles.name}>
                      <Picture image={image} name={name} /> {name}
                    </span>
                    {isAdmin && <TakeOut teamId={teamId} userId={userId} name={name} />}
                  </div>
                </li>
              ))}
            </ul>
          )}
          {isAdmin && <PutIn teamId={teamId} members={found.map(({ id }) => id)} />}
        </div>
      )}
    </Loaded>
  );
}

const seeAnew = (orgId: string) => queryClient.invalidateQueries({ queryKey: ['teams', orgId] });

function TakeOut({ teamId, userId, name }: { teamId: string; userId: string; name: string }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const form = useForm({
    initial: {},
    send: async () => {
      await call(teamsRemoveMember, { body: { teamId, userId } });
      await seeAnew(orgId);
      announce(t`${name} removed from the team.`);
    },
  });
  return (
    <>
      {form.faults.map(({ text }) => (
        <p key={text} role="alert">
          {text}
        </p>
      ))}
      <Button
        kind="quiet"
        isSmall
        isBusy={form.isBusy}
        aria-label={t`Remove ${name}`}
        onClick={() => form.submit()}
      >{t`Remove`}</Button>
    </>
  );
}

function PutIn({ teamId, members }: { teamId: string; members: readonly string[] }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const [q, setQ] = useState('');
  const people = useQuery(peopleQuery(orgId, q));
  const form = useForm({
    initial: { userId: '' },
    check: ({ userId }) => ({ userId: userId === '' ? t`Choose a member.` : '' }),
    send: async ({ userId }) => {
      await call(teamsAddMember, { body: { teamId, userId } });
      await seeAnew(orgId);
      form.reset();
      setQ('');
      announce(t`Saved.`);
    },
  });
  const offered = (people.data ?? []).filter(({ id }) => !members.includes(id));
  return (
    <Form form={form} submit={t`Add member`}>
      <ComboBox
        label={t`Member`}
        {...form.field('userId')}
        options={offered.map(({ id, name }) => ({ value: id, label: name }))}
        onSearch={setQ}
      />
    </Form>
  );
}
