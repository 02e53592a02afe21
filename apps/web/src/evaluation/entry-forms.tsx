import {
  type Audit,
  type AuditEntryKind,
  auditsAddEntry,
  auditsReadEntry,
  auditsUpdateEntry,
  type SampleEntry,
} from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { announce } from '../app/announcements';
import { call, callWithTag } from '../app/client';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, type FormState, useForm } from '../ui/form';
import { Loaded } from '../ui/loading';
import { type ReadRecord, RecordForm, useRecordForm } from '../ui/record-form';
import { Select } from '../ui/select';
import { TextArea, TextField } from '../ui/text-field';
import { optionsOf } from '../words/options';
import { ENTRY_KINDS } from '../words/terms';
import { entryKey, type AuditPath } from './queries';
import { useAudit } from './use-audit';

interface EntryValues extends Record<string, unknown> {
  name: string;
  url: string;
  description: string;
  kind: AuditEntryKind;
  process: string;
}

const NOTHING: EntryValues = { name: '', url: '', description: '', kind: 'structured', process: '' };

const bodyOf = <V extends Partial<EntryValues>>({ name, url, description, kind, process }: V) => ({
  ...(name !== undefined && { name: name.trim() }),
  ...(url !== undefined && { url: url.trim() || null }),
  ...(description !== undefined && { description: description.trim() || null }),
  ...(kind !== undefined && { kind }),
  ...(process !== undefined && { process: process.trim() || null }),
});

/** What is wrong with an entry before it is sent. */
function useCheck(): (values: EntryValues) => Partial<Record<keyof EntryValues, string>> {
  const { t } = useLingui();
  return ({ name, url, description }) => ({
    ...(name.trim() === '' && { name: t`Fill this in.` }),
    ...(url.trim() === '' && description.trim() === '' && { url: t`Enter a URL or a description.` }),
  });
}

/** Adds an entry to the sample. */
export function NewEntry({ audit }: { audit: Audit }) {
  const { t } = useLingui();
  return <DialogButton name={t`Add page`}>{(close) => <EntryForm audit={audit} close={close} />}</DialogButton>;
}

function EntryForm({ audit, close }: { audit: Audit; close: () => void }) {
  const { t } = useLingui();
  const { params, readAgain } = useAudit(audit);
  const form = useForm<EntryValues>({
    draft: `entry of audit ${audit.id}`,
    initial: NOTHING,
    check: useCheck(),
    send: async (values) => {
      const { entry } = await call(auditsAddEntry, {
        path: params,
        body: { ...bodyOf(values), name: values.name.trim() },
      });
      await readAgain();
      close();
      announce(t`${entry.name} added.`);
    },
  });
  return (
    <Form form={form} submit={t`Add page`} actions={<CancelButton onClick={close} />}>
      <EntryFields form={form} />
    </Form>
  );
}

function EntryFields({ form }: { form: FormState<EntryValues> }) {
  const { t, i18n } = useLingui();
  return (
    <>
      <TextField label={t`Name`} maxLength={200} autoComplete="off" {...form.field('name')} />
      <TextField label={t`Address`} type="url" inputMode="url" autoComplete="off" {...form.field('url')} />
      <TextArea
        label={t`Description`}
        hint={t`Describe the page and the way to reach it.`}
        maxLength={2000}
        rows={3}
        {...form.field('description')}
      />
      <Select
        label={t`Sampling`}
        options={optionsOf(i18n, ENTRY_KINDS)}
        {...form.field('kind')}
        onChange={(kind) => form.set({ kind: kind as AuditEntryKind })}
      />
      <TextField
        label={t`Process`}
        hint={t`Name of the process, if the page is a step of one, for example a purchase. Steps follow the order of the sample.`}
        maxLength={200}
        autoComplete="off"
        {...form.field('process')}
      />
    </>
  );
}

const recordOf = (entry: SampleEntry, etag: string | undefined): ReadRecord<EntryValues> => ({
  etag,
  values: {
    name: entry.name,
    url: entry.url ?? '',
    description: entry.description ?? '',
    kind: entry.kind,
    process: entry.process ?? '',
  },
});

interface Edited {
  audit: Audit;
  path: AuditPath;
  entry: SampleEntry;
}

/** Changes an entry. */
export function EditEntry(props: Edited) {
  const { t } = useLingui();
  const { name } = props.entry;
  return (
    <DialogButton name={t`Edit ${name}`} isSmall>
      {(close) => <ReadEntry {...props} close={close} />}
    </DialogButton>
  );
}

/** A list tells no `ETag`: it is read alone before it is changed. */
function ReadEntry({ audit, path, entry, close }: Edited & { close: () => void }) {
  const { params } = useAudit(audit);
  const read = async (): Promise<ReadRecord<EntryValues>> => {
    const { data, etag } = await callWithTag(auditsReadEntry, { path: { ...params, entry: String(entry.number) } });
    return recordOf(data.entry, etag);
  };
  const query = useQuery({ queryKey: entryKey(path, entry.number), queryFn: read, gcTime: 0 });
  return (
    <Loaded query={query} lines={5}>
      {(found) => <EditForm audit={audit} path={path} entry={entry} found={found} readAgain={read} close={close} />}
    </Loaded>
  );
}

function EditForm({
  audit,
  entry,
  found,
  readAgain,
  close,
}: Edited & { found: ReadRecord<EntryValues>; readAgain: () => Promise<ReadRecord<EntryValues>>; close: () => void }) {
  const { t, i18n } = useLingui();
  const { params, readAgain: readAudit } = useAudit(audit);
  const record = useRecordForm<EntryValues>({
    draft: `entry ${audit.id} ${entry.number}`,
    read: found,
    readAgain,
    check: useCheck(),
    save: async (changed, etag) => {
      const answer = await callWithTag(
        auditsUpdateEntry,
        { path: { ...params, entry: String(entry.number) }, body: bodyOf(changed) },
        etag === undefined ? {} : { ifMatch: etag },
      );
      await readAudit();
      close();
      return recordOf(answer.data.entry, answer.etag);
    },
  });
  const { name } = entry;
  return (
    <RecordForm
      record={record}
      submit={t`Edit ${name}`}
      actions={<CancelButton onClick={close} />}
      words={{
        name: { label: t`Name`, show: String },
        url: { label: t`Address`, show: String },
        description: { label: t`Description`, show: String },
        kind: { label: t`Sampling`, show: (kind: AuditEntryKind) => i18n._(ENTRY_KINDS[kind]) },
        process: { label: t`Process`, show: String },
      }}
    >
      <EntryFields form={record.form} />
    </RecordForm>
  );
}
