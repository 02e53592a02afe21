import { type DetailedIssue, issueTrackersLink, issueTrackersUnlink, type TrackerConnection } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { useCan, useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { Badge } from '../ui/badge';
import { ConfirmButton } from '../ui/confirm-button';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Facts } from '../ui/facts';
import { Form, useForm } from '../ui/form';
import { OutLink } from '../ui/link';
import { Notice } from '../ui/notice';
import { Select } from '../ui/select';
import { TextField } from '../ui/text-field';
import { Time } from '../ui/time';
import { Section } from '../ui/view';
import { connectionsQuery } from './queries';
import { LINK_STATES, PROBLEMS } from './words';

/** Where an issue stands in the tracker of developers, and how it comes there; nothing where there is no tracker. */
export function IssueTracker({ issue }: { issue: DetailedIssue }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const { data: connections = [] } = useQuery(connectionsQuery(orgId, product.slug));
  const mayLink = useCan('issueTrackers_link') && !product.archivedAt;
  const mayUnlink = useCan('issueTrackers_unlink') && !product.archivedAt;
  const { tracker } = issue;
  const open = connections.filter(({ state }) => state !== 'off');
  const canBeSent = !tracker || tracker.state === 'failed' || tracker.state === 'gone';
  if (!tracker && open.length === 0) return null;
  return (
    <Section
      title={t`In the tracker`}
      actions={
        <>
          {mayLink && canBeSent && open.length > 0 && (
            <>
              <DialogButton name={t`Send to tracker`}>
                {(close) => <LinkForm issue={issue} connections={open} close={close} />}
              </DialogButton>
              <DialogButton name={t`Link by URL`}>
                {(close) => <LinkForm issue={issue} connections={open} close={close} isByAddress />}
              </DialogButton>
            </>
          )}
          {mayUnlink && tracker && <Unlink issue={issue} />}
        </>
      }
    >
      {tracker ? (
        <Linked tracker={tracker} connection={connections.find(({ id }) => id === tracker.connectionId)} />
      ) : (
        <p>{t`Not in a tracker yet.`}</p>
      )}
    </Section>
  );
}

function Linked({
  tracker: { key, url, state, toRetest, syncedAt, problem },
  connection,
}: {
  tracker: NonNullable<DetailedIssue['tracker']>;
  connection: TrackerConnection | undefined;
}) {
  const { t, i18n } = useLingui();
  const [words, tone] = LINK_STATES[state];
  return (
    <>
      {toRetest && (
        <Notice kind="warning">
          <Trans>The issue was closed in the tracker. Retest it before you close it here.</Trans>
        </Notice>
      )}
      {problem !== null && (
        <Notice kind={state === 'failed' ? 'problem' : 'warning'}>{i18n._(PROBLEMS[problem])}</Notice>
      )}
      <Facts
        facts={[
          [t`Tracker`, connection?.name],
          [
            t`Tracker issue`,
            url === null ? (
              key
            ) : (
              <OutLink key="there" href={url}>
                {key ?? url}
              </OutLink>
            ),
          ],
          [
            t`State of the link`,
            <Badge key="state" kind={tone}>
              {i18n._(words)}
            </Badge>,
          ],
          [t`Last sync`, syncedAt && <Time key="synced" at={syncedAt} />],
        ]}
      />
    </>
  );
}

/** Reads the issue anew, and what happened to it. */
function useSeeAnew(issueNumber: number): () => Promise<void> {
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['issues', orgId, product.slug, String(issueNumber)] });
    void queryClient.invalidateQueries({ queryKey: ['changes', orgId] });
  };
}

function LinkForm({
  issue,
  connections,
  close,
  isByAddress = false,
}: {
  issue: DetailedIssue;
  connections: readonly TrackerConnection[];
  close: () => void;
  isByAddress?: boolean;
}) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const seeAnew = useSeeAnew(issue.number);
  const once = useRef(crypto.randomUUID());
  const form = useForm({
    initial: { connectionId: connections[0]?.id ?? '', url: '' },
    check: ({ url }) => ({ url: isByAddress && url.trim() === '' ? t`Enter a URL.` : '' }),
    send: async ({ connectionId, url }) => {
      await call(issueTrackersLink, {
        path: { orgId, productSlug: product.slug, issueNumber: issue.number },
        headers: { 'Idempotency-Key': once.current },
        body: { connectionId, ...(isByAddress && { url: url.trim() }) },
      });
      await seeAnew();
      close();
      announce(isByAddress ? t`Issue linked.` : t`The issue is being sent to the tracker.`);
    },
  });
  return (
    <Form
      form={form}
      submit={isByAddress ? t`Link by URL` : t`Send to tracker`}
      actions={<CancelButton onClick={close} />}
    >
      <p>
        {isByAddress ? (
          <Trans>Both issues keep their content. They then stay in sync.</Trans>
        ) : (
          <Trans>A new issue is created in the tracker. Both issues then stay in sync.</Trans>
        )}
      </p>
      <Select
        label={t`Tracker`}
        options={connections.map(({ id, name, project }) => ({ value: id, label: `${name} (${project.key})` }))}
        {...form.field('connectionId')}
      />
      {isByAddress && (
        <TextField
          label={t`URL in the tracker`}
          hint={t`The URL of the issue page in your browser.`}
          type="url"
          autoComplete="off"
          maxLength={2000}
          {...form.field('url')}
        />
      )}
    </Form>
  );
}

function Unlink({ issue }: { issue: DetailedIssue }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const seeAnew = useSeeAnew(issue.number);
  const unlink = async (): Promise<void> => {
    await call(issueTrackersUnlink, { path: { orgId, productSlug: product.slug, issueNumber: issue.number } });
    await seeAnew();
    announce(t`Issue unlinked.`);
  };
  return (
    <ConfirmButton name={t`Unlink`} kind="secondary" run={unlink}>
      <p>
        <Trans>Both issues are kept but are no longer in sync.</Trans>
      </p>
    </ConfirmButton>
  );
}
