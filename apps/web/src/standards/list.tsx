import { type Standard, standardsCreate } from '@curbcut/client';
import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { useCan, useOrganization } from '../organizations/organization';
import { Badge } from '../ui/badge';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import { Link } from '../ui/link';
import { Loaded } from '../ui/loading';
import { Status } from '../ui/status';
import { type Column, Table } from '../ui/table';
import { TextArea, TextField } from '../ui/text-field';
import { View } from '../ui/view';
import { standardsQuery } from './queries';

/** What products can be measured against. */
export function Page() {
  const { t } = useLingui();
  const { id, slug: org, name: where } = useOrganization();
  const mayCreate = useCan('standards_create');
  const standards = useQuery(standardsQuery(id));
  const columns: Column<Standard>[] = [
    {
      title: t`Name`,
      isHeader: true,
      cell: ({ name, slug }) => <Link to={at('/o/$org/standards/$standard', { org, standard: slug })}>{name}</Link>,
    },
    {
      title: t`From`,
      cell: ({ source }) =>
        source === 'built_in' ? (
          <Badge>{t`Built-in`}</Badge>
        ) : (
          <Badge kind="accent">{t`Agents of the organization`}</Badge>
        ),
    },
    { title: t`Levels`, cell: ({ levels }) => levels.map(({ name }) => name).join(', ') },
  ];
  return (
    <View
      title={t`Standards`}
      where={where}
      lead={t`Products are tested against a standard. To adapt one, duplicate it.`}
      actions={
        mayCreate && (
          <DialogButton name={t`New standard`} kind="primary">
            {(close) => <NewStandard close={close} />}
          </DialogButton>
        )
      }
    >
      <Loaded query={standards} lines={8}>
        {(found) => (
          <>
            <Status>
              <Plural value={found.length} one="# standard" other="# standards" />
            </Status>
            <Table caption={t`Standards`} columns={columns} rows={found} keyOf={({ id: key }) => key} />
          </>
        )}
      </Loaded>
    </View>
  );
}

function NewStandard({ close }: { close: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { id: orgId, slug: org } = useOrganization();
  const once = useRef(crypto.randomUUID());
  const form = useForm({
    draft: `new standard of ${orgId}`,
    initial: { name: '', description: '', levels: '' },
    check: ({ name }) => ({ name: name.trim() === '' ? t`Fill this in.` : '' }),
    send: async ({ name, description, levels }) => {
      const names = levels.split('\n').flatMap((line) => (line.trim() ? [{ name: line.trim() }] : []));
      const { standard } = await call(standardsCreate, {
        path: { orgId },
        headers: { 'Idempotency-Key': once.current },
        body: { name, description: description.trim() || null, ...(names.length > 0 && { levels: names }) },
      });
      await queryClient.invalidateQueries({ queryKey: ['standards', orgId], refetchType: 'none' });
      close();
      await navigate({ to: at('/o/$org/standards/$standard', { org, standard: standard.slug }) });
      announce(t`Standard ${name} created.`);
    },
  });
  return (
    <Form form={form} submit={t`New standard`} actions={<CancelButton onClick={close} />}>
      <TextField label={t`Name`} autoComplete="off" maxLength={200} {...form.field('name')} />
      <TextArea label={t`Description`} maxLength={5000} rows={3} {...form.field('description')} />
      <TextArea
        label={t`Levels`}
        hint={t`One per line, lowest first. Example: A, AA, AAA. If empty: no levels.`}
        rows={3}
        {...form.field('levels')}
      />
    </Form>
  );
}
