import { type TrackerConnection, trackerConnectionsUpdate } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Loaded } from '../ui/loading';
import { type FieldWords, type ReadRecord, RecordForm, useRecordForm } from '../ui/record-form';
import { TextField } from '../ui/text-field';
import { RATINGS } from '../words/terms';
import { SecretFields, SyncFields, TypeFields, WordsFields } from './connection-fields';
import { useSecretFaults } from './faults';
import { connectionsQuery, type ReadConnection, readConnection } from './queries';
import { bodyOf, type ConnectionValues, SECRETS, valuesOf } from './values';
import { FOLLOWED, KINDS } from './words';

const recordOf = ({ connection, etag }: ReadConnection): ReadRecord<ConnectionValues> => ({
  etag,
  values: valuesOf(connection),
});

/** Changes what a connection sends, takes and is called. */
export function EditConnection({ connection, about }: { connection: TrackerConnection; about: string }) {
  const { t } = useLingui();
  return (
    <DialogButton name={t`Edit`} isSmall isWide about={about}>
      {(close) => <ReadFirst connection={connection} close={close} />}
    </DialogButton>
  );
}

interface Props {
  connection: TrackerConnection;
  close: () => void;
}

function ReadFirst({ connection, close }: Props) {
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const read = useQuery({
    queryKey: ['trackers', orgId, product.slug, connection.id, 'edit'],
    queryFn: () => readConnection(orgId, product.slug, connection.id),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Loaded query={read} lines={6}>
      {(found) => <Editor connection={connection} read={recordOf(found)} close={close} />}
    </Loaded>
  );
}

function Editor({
  connection: { id: connectionId, kind },
  read,
  close,
}: Props & { read: ReadRecord<ConnectionValues> }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const secretFaults = useSecretFaults();
  const readAgain = async () => recordOf(await readConnection(orgId, product.slug, connectionId));
  const record = useRecordForm<ConnectionValues>({
    draft: `tracker ${connectionId}`,
    read,
    secrets: SECRETS,
    check: (values) => ({
      name: values.name.trim() === '' ? t`Fill this in.` : '',
      people: values.people.some(({ userId, account }) => userId === '' || account.trim() === '')
        ? t`In each row, choose a member and enter an account.`
        : '',
      token: values.email.trim() !== '' && values.token === '' ? t`Enter the token for this URL too.` : '',
      template:
        values.template.title.trim() !== '' && !values.template.title.includes('{title}')
          ? t`Titles in the tracker must contain ${'{title}'}.`
          : '',
      ...secretFaults(values),
    }),
    save: async (changed, etag) => {
      const path = { orgId, productSlug: product.slug, connectionId };
      const body = bodyOf(changed);
      await withProof(() =>
        call(trackerConnectionsUpdate, { path, body }, etag === undefined ? {} : { ifMatch: etag }),
      );
      const now = await readAgain();
      close();
      await queryClient.invalidateQueries({ queryKey: connectionsQuery(orgId, product.slug).queryKey });
      return now;
    },
    readAgain,
  });
  return (
    <RecordForm record={record} submit={t`Edit`} actions={<CancelButton onClick={close} />} words={useWords()}>
      <TextField label={t`Name`} autoComplete="off" maxLength={100} {...record.form.field('name')} />
      <SecretFields form={record.form} kind={kind} isSet />
      {KINDS[kind].hasTypes && <TypeFields form={record.form} />}
      <SyncFields form={record.form} kind={kind} />
      <WordsFields form={record.form} connectionId={connectionId} />
    </RecordForm>
  );
}

function useWords(): FieldWords<ConnectionValues> {
  const { t, i18n } = useLingui();
  const secret = (text: string): string => (text === '' ? '' : t`(not shown)`);
  const names = (of: Record<string, string>): string => Object.values(of).filter(Boolean).join(', ');
  return {
    name: { label: t`Name`, show: String },
    token: { label: t`Token`, show: secret },
    webhookSecret: { label: t`Webhook secret`, show: secret },
    email: { label: t`E-mail address of the token’s account`, show: String },
    issueType: { label: t`Type of new issues`, show: String },
    states: { label: t`States`, show: (states: ConnectionValues['states']) => names({ ...states }) },
    labels: { label: t`Labels`, show: String },
    severities: { label: t`Labels for severities`, show: names },
    priorities: { label: t`Labels for priorities`, show: names },
    template: { label: t`Format in the tracker`, show: names },
    people: {
      label: t`People`,
      show: (people: ConnectionValues['people']) => people.map(({ account }) => account).join(', '),
    },
    push: {
      label: t`Issues to send`,
      show: ({ by, minSeverity }: ConnectionValues['push']) =>
        [
          by === 'hand' ? t`Only issues sent manually` : t`Also new issues at or above a severity`,
          minSeverity && i18n._(RATINGS[minSeverity]),
        ]
          .filter(Boolean)
          .join(', '),
    },
    follow: {
      label: t`Effect of changes in the tracker`,
      show: (fields: ConnectionValues['follow']) => fields.map((field) => i18n._(FOLLOWED[field])).join(', '),
    },
    whenClosedThere: {
      label: t`When an issue is closed in the tracker`,
      show: (when: ConnectionValues['whenClosedThere']) =>
        when === 'close' ? t`Close the issue here too` : t`Keep the issue open and mark it for retest`,
    },
    reopenThere: {
      label: t`Reopen tracker issues when a scan finds the problem again`,
      show: (is: boolean) => (is ? t`Yes` : t`No`),
    },
  };
}
