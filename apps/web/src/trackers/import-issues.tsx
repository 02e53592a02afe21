import { type TrackerImport, trackerConnectionsImport } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import { OutLink } from '../ui/link';
import { Notice } from '../ui/notice';
import { TextField } from '../ui/text-field';
import styles from './trackers.module.css';
import { PROBLEMS } from './words';

/** Brings the issues of the tracker that have a label here, once people have seen which these are. */
export function ImportIssues({ connectionId, about }: { connectionId: string; about: string }) {
  const { t } = useLingui();
  return (
    <DialogButton name={t`Import issues`} isSmall isWide about={about}>
      {(close) => <Steps connectionId={connectionId} close={close} />}
    </DialogButton>
  );
}

/** What the tracker has with a label. */
interface Looked {
  label: string;
  found: TrackerImport;
}

function Steps({ connectionId, close }: { connectionId: string; close: () => void }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const [looked, setLooked] = useState<Looked>();
  const form = useForm({
    initial: { label: '' },
    check: ({ label }) => ({ label: label.trim() === '' ? t`Fill this in.` : '' }),
    send: async ({ label: typed }) => {
      const label = typed.trim();
      const path = { orgId, productSlug: product.slug, connectionId };
      if (!canBring(looked, label)) {
        setLooked({ label, found: await call(trackerConnectionsImport, { path, body: { label, dryRun: true } }) });
        return;
      }
      await call(trackerConnectionsImport, { path, body: { label } });
      void queryClient.invalidateQueries({ queryKey: ['issues', orgId] });
      close();
      announce(t`The issues are being imported.`);
    },
  });
  const label = form.values.label.trim();
  return (
    <Form
      form={form}
      submit={canBring(looked, label) ? t`Import issues` : t`Show preview`}
      actions={<CancelButton onClick={close} />}
    >
      <p>
        <Trans>
          Imports open tracker issues with this label, at most 1,000. Imported issues then stay in sync. You see a
          preview first.
        </Trans>
      </p>
      <TextField
        label={t`Label`}
        hint={t`Use the name from the tracker. In Azure Boards, use a tag.`}
        autoComplete="off"
        maxLength={100}
        {...form.field('label')}
      />
      <div role="status">{looked?.label === label && <Preview {...looked} />}</div>
    </Form>
  );
}

const freshOf = ({ found, linked }: TrackerImport): number => (found ?? 0) - (linked ?? 0);

const canBring = (looked: Looked | undefined, label: string): boolean =>
  looked?.label === label && freshOf(looked.found) > 0;

function Preview({ label, found }: Looked) {
  const { t, i18n } = useLingui();
  const { problem, linked, more, issues } = found;
  if (problem !== null) return <Notice kind="problem">{i18n._(PROBLEMS[problem])}</Notice>;
  const fresh = freshOf(found);
  const others = fresh - issues.length;
  return (
    <div className={styles.group}>
      <p>
        {fresh === 0 ? (
          <Trans>The tracker has no open issue with the label “{label}”.</Trans>
        ) : (
          <strong>
            <Plural value={fresh} one="# issue to import:" other="# issues to import:" />
          </strong>
        )}{' '}
        {linked !== null && linked > 0 && (
          <Plural
            value={linked}
            one="# issue is already linked and is skipped."
            other="# issues are already linked and are skipped."
          />
        )}{' '}
        {more && t`There are more than 1,000. Only the first 1,000 are shown.`}
      </p>
      {issues.length > 0 && (
        <ul className={styles.list}>
          {issues.map(({ key, title, url }) => (
            <li key={key}>
              <OutLink href={url}>{key}</OutLink> {title}
            </li>
          ))}
          {others > 0 && (
            <li>
              <Plural value={others} one="and # more" other="and # more" />
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
