import {
  type Group,
  type Requirement,
  type Standard,
  standardsAddGroup,
  standardsAddRequirement,
  standardsDeleteGroup,
  standardsDeleteRequirement,
  standardsUpdate,
  standardsUpdateGroup,
  standardsUpdateRequirement,
} from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { useOrganization } from '../organizations/organization';
import { ConfirmButton } from '../ui/confirm-button';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, type FormState, useForm } from '../ui/form';
import { Select } from '../ui/select';
import { TextArea, TextField } from '../ui/text-field';
import { readGroup, readRequirement } from './queries';

interface Of {
  standard: Standard;
  groups: readonly Group[];
}

/** What a form does with its dialog. */
interface InDialog {
  close: () => void;
}

/** The path of a standard, and how what is shown of it is read anew. */
function useStandard({ slug: standardSlug }: Standard) {
  const { id: orgId } = useOrganization();
  const { t } = useLingui();
  return {
    path: { orgId, standardSlug },
    done: async (close?: () => void): Promise<void> => {
      await queryClient.invalidateQueries({ queryKey: ['standards', orgId] });
      close?.();
      announce(t`Saved.`);
    },
  };
}

const ifMatch = (etag: string | undefined) => (etag === undefined ? {} : { ifMatch: etag });

/** Changes what a standard is called. */
export function EditStandard({ standard, etag }: { standard: Standard; etag: string | undefined }) {
  const { t } = useLingui();
  return (
    <DialogButton name={t`Edit`}>
      {(close) => <StandardForm standard={standard} etag={etag} close={close} />}
    </DialogButton>
  );
}

function StandardForm({ standard, etag, close }: { standard: Standard; etag: string | undefined } & InDialog) {
  const { t } = useLingui();
  const { path, done } = useStandard(standard);
  const form = useForm({
    draft: `standard ${standard.id}`,
    initial: { name: standard.name, description: standard.description ?? '' },
    check: ({ name }) => ({ name: name.trim() === '' ? t`Fill this in.` : '' }),
    send: async ({ name, description }) => {
      await call(standardsUpdate, { path, body: { name, description: description.trim() || null } }, ifMatch(etag));
      await done(close);
    },
  });
  return (
    <Form form={form} submit={t`Edit`} actions={<CancelButton onClick={close} />}>
      <TextField label={t`Name`} autoComplete="off" maxLength={200} {...form.field('name')} />
      <TextArea label={t`Description`} maxLength={5000} rows={4} {...form.field('description')} />
    </Form>
  );
}

interface RequirementValues extends Record<string, unknown> {
  name: string;
  description: string;
  url: string;
  level: string;
  groupId: string;
}

const bodyOf = ({ name, description, url, level, groupId }: RequirementValues) => ({
  name,
  description: description.trim() || null,
  url: url.trim() || null,
  level: level || null,
  groupId: groupId || null,
});

/** Adds something that a standard asks. */
export function NewRequirement({ standard, groups }: Of) {
  const { t } = useLingui();
  return (
    <DialogButton name={t`New requirement`}>
      {(close) => <NewRequirementForm standard={standard} groups={groups} close={close} />}
    </DialogButton>
  );
}

function NewRequirementForm({ standard, groups, close }: Of & InDialog) {
  const { t } = useLingui();
  const { path, done } = useStandard(standard);
  const form = useForm<RequirementValues>({
    draft: `requirement of ${standard.id}`,
    initial: { name: '', description: '', url: '', level: '', groupId: '' },
    check: ({ name }) => ({ name: name.trim() === '' ? t`Fill this in.` : '' }),
    send: async (values) => {
      await call(standardsAddRequirement, { path, body: bodyOf(values) });
      await done(close);
    },
  });
  return (
    <Form form={form} submit={t`New requirement`} actions={<CancelButton onClick={close} />}>
      <RequirementFields standard={standard} groups={groups} form={form} />
    </Form>
  );
}

/** Changes what a standard asks. */
export function EditRequirement({ standard, groups, requirement }: Of & { requirement: Requirement }) {
  const { t } = useLingui();
  return (
    <DialogButton name={t`Edit`} isSmall about={`requirement-${requirement.id}`}>
      {(close) => <EditRequirementForm standard={standard} groups={groups} requirement={requirement} close={close} />}
    </DialogButton>
  );
}

function EditRequirementForm({ standard, groups, requirement, close }: Of & InDialog & { requirement: Requirement }) {
  const { t } = useLingui();
  const { path, done } = useStandard(standard);
  const { id: requirementId, name, description, url, level, groupId } = requirement;
  const form = useForm<RequirementValues>({
    draft: `requirement ${requirementId}`,
    initial: { name, description: description ?? '', url: url ?? '', level: level ?? '', groupId: groupId ?? '' },
    check: (values) => ({ name: values.name.trim() === '' ? t`Fill this in.` : '' }),
    send: async (values) => {
      const { etag } = await readRequirement(path.orgId, path.standardSlug, requirementId);
      const at = { ...path, requirementId };
      await call(standardsUpdateRequirement, { path: at, body: bodyOf(values) }, ifMatch(etag));
      await done(close);
    },
  });
  return (
    <Form form={form} submit={t`Edit`} actions={<CancelButton onClick={close} />}>
      <RequirementFields standard={standard} groups={groups} form={form} />
    </Form>
  );
}

function RequirementFields({ standard, groups, form }: Of & { form: FormState<RequirementValues> }) {
  const { t } = useLingui();
  return (
    <>
      <TextField label={t`Name`} autoComplete="off" maxLength={300} {...form.field('name')} />
      <TextArea label={t`Description`} maxLength={10_000} rows={4} {...form.field('description')} />
      <TextField label={t`Explanation URL`} type="url" autoComplete="off" {...form.field('url')} />
      {standard.levels.length > 0 && (
        <Select
          label={t`Level`}
          {...form.field('level')}
          options={[
            { value: '', label: t`None` },
            ...standard.levels.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <GroupField label={t`Group`} groups={groups} {...form.field('groupId')} />
    </>
  );
}

function GroupField({
  groups,
  label,
  ...field
}: {
  groups: readonly Group[];
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const { t } = useLingui();
  if (groups.length === 0) return null;
  return (
    <Select
      label={label}
      {...field}
      options={[{ value: '', label: t`None` }, ...groups.map(({ id, name }) => ({ value: id, label: name }))]}
    />
  );
}

interface GroupValues extends Record<string, unknown> {
  name: string;
  description: string;
  parentId: string;
}

/** Adds a group to a standard. */
export function NewGroup({ standard, groups }: Of) {
  const { t } = useLingui();
  return (
    <DialogButton name={t`New group`}>
      {(close) => <GroupForm standard={standard} groups={groups} close={close} />}
    </DialogButton>
  );
}

/** Changes what a group is called, and where it stands. */
export function EditGroup({ standard, groups, group }: Of & { group: Group }) {
  const { t } = useLingui();
  return (
    <DialogButton name={t`Edit`} isSmall about={`group-${group.id}`}>
      {(close) => <GroupForm standard={standard} groups={groups} group={group} close={close} />}
    </DialogButton>
  );
}

function GroupForm({ standard, groups, group, close }: Of & InDialog & { group?: Group }) {
  const { t } = useLingui();
  const { path, done } = useStandard(standard);
  const form = useForm<GroupValues>({
    draft: group ? `group ${group.id}` : `group of ${standard.id}`,
    initial: {
      name: group?.name ?? '',
      description: group?.description ?? '',
      parentId: group?.parentId ?? '',
    },
    check: ({ name }) => ({ name: name.trim() === '' ? t`Fill this in.` : '' }),
    send: async ({ name, description, parentId }) => {
      const body = { name, description: description.trim() || null, parentId: parentId || null };
      if (group) {
        const { etag } = await readGroup(path.orgId, path.standardSlug, group.id);
        await call(standardsUpdateGroup, { path: { ...path, groupId: group.id }, body }, ifMatch(etag));
      } else await call(standardsAddGroup, { path, body });
      await done(close);
    },
  });
  return (
    <Form form={form} submit={group ? t`Edit` : t`New group`} actions={<CancelButton onClick={close} />}>
      <TextField label={t`Name`} autoComplete="off" maxLength={200} {...form.field('name')} />
      <TextArea label={t`Description`} maxLength={5000} rows={3} {...form.field('description')} />
      <GroupField label={t`Group`} groups={groups.filter(({ id }) => id !== group?.id)} {...form.field('parentId')} />
    </Form>
  );
}

/** Takes a group out of a standard. */
export function DeleteGroup({ standard, group }: { standard: Standard; group: Group }) {
  const { t } = useLingui();
  const { path, done } = useStandard(standard);
  const remove = async (): Promise<void> => {
    const { etag } = await readGroup(path.orgId, path.standardSlug, group.id);
    await call(standardsDeleteGroup, { path: { ...path, groupId: group.id } }, ifMatch(etag));
    await done();
  };
  return (
    <ConfirmButton name={t`Delete group`} isSmall about={`group-${group.id}`} run={remove}>
      <p>
        <Trans>Group {group.name} deleted. Its content moves up one level.</Trans>
      </p>
    </ConfirmButton>
  );
}

/** Takes out something that a standard asks. */
export function DeleteRequirement({ standard, requirement }: { standard: Standard; requirement: Requirement }) {
  const { t } = useLingui();
  const { path, done } = useStandard(standard);
  const remove = async (): Promise<void> => {
    const requirementId = requirement.id;
    const { etag } = await readRequirement(path.orgId, path.standardSlug, requirementId);
    await call(standardsDeleteRequirement, { path: { ...path, requirementId } }, ifMatch(etag));
    await done();
  };
  return (
    <ConfirmButton name={t`Delete requirement`} isSmall about={`requirement-${requirement.id}`} run={remove}>
      <p>
        <Trans>{requirement.name} is removed. Issues that fail it lose the link.</Trans>
      </p>
    </ConfirmButton>
  );
}
