import type { ProvidedRole } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useOrganization } from '../organizations/organization';
import { FieldList } from '../ui/field-list';
import { Select } from '../ui/select';
import { TextField } from '../ui/text-field';
import { ROLES } from '../words/terms';
import styles from './provider-form.module.css';
import { type GroupValue, MOST } from './provider-values';
import { teamsQuery } from './queries';

interface Props {
  id: string;
  value: GroupValue[];
  onChange: (value: GroupValue[]) => void;
  error: string | undefined;
}

/** Which role, and which team, people of the provider's groups get. */
export function GroupsField({ id, value, onChange, error }: Props) {
  const { t, i18n } = useLingui();
  const { id: orgId } = useOrganization();
  const teams = useQuery({ ...teamsQuery(orgId), enabled: value.length > 0 });
  return (
    <FieldList
      id={id}
      label={t`Roles by group`}
      lead={
        <Trans>
          Use the group names of the identity provider. A member of several groups gets the highest role. Groups cannot
          assign the owner role.
        </Trans>
      }
      error={error}
      value={value}
      onChange={onChange}
      empty={{ group: '', role: 'member', teamId: '' }}
      most={MOST.groups}
      names={{
        add: t`Add group`,
        one: (number) => t`Group ${number}`,
        remove: (number) => t`Remove group ${number}`,
      }}
    >
      {(row, put) => (
        <div className={styles.row}>
          <TextField
            label={t`Group`}
            autoComplete="off"
            maxLength={256}
            value={row.group}
            onChange={(group) => put({ ...row, group })}
          />
          <Select
            label={t`Role`}
            value={row.role}
            onChange={(role) => put({ ...row, role: role as ProvidedRole })}
            options={(['member', 'admin'] as const).map((role) => ({ value: role, label: i18n._(ROLES[role]) }))}
          />
          <Select
            label={t`Team`}
            value={row.teamId}
            onChange={(teamId) => put({ ...row, teamId })}
            options={[
              { value: '', label: t`None` },
              ...(teams.data ?? []).map(({ id: team, name }) => ({ value: team, label: name })),
            ]}
          />
        </div>
      )}
    </FieldList>
  );
}
