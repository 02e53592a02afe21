import {
  type TrustedPublisher,
  trustedPublishersCreate,
  trustedPublishersDelete,
  trustedPublishersList,
} from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { useCan, useOrganization } from '../organizations/organization';
import { RadioGroup } from '../ui/checkbox';
import { ConfirmButton } from '../ui/confirm-button';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Facts } from '../ui/facts';
import { Form, useForm } from '../ui/form';
import { Loaded } from '../ui/loading';
import { TextField } from '../ui/text-field';
import { Time } from '../ui/time';
import { Section } from '../ui/view';
import { useProduct } from './product';
import styles from './settings.module.css';

const ISSUERS = { github: 'https://token.actions.githubusercontent.com', gitlab: 'https://gitlab.com' } as const;
type Provider = keyof typeof ISSUERS;

const keyOf = (orgId: string, productSlug: string) => ['publishers', orgId, productSlug];

/** The repositories whose pipelines report without a key. */
export function Publishers() {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const path = { orgId, productSlug: product.slug };
  const mayCreate = useCan('trustedPublishers_create') && !product.archivedAt;
  const publishers = useQuery({
    queryKey: keyOf(orgId, product.slug),
    queryFn: async ({ signal }) => (await call(trustedPublishersList, { path }, { signal })).trustedPublishers,
  });
  return (
    <Section
      title={t`Trusted publishers`}
      actions={
        mayCreate && <DialogButton name={t`New publisher`}>{(close) => <PublisherForm close={close} />}</DialogButton>
      }
    >
      <p>
        <Trans>Repositories with pipelines that report to this product without a stored key.</Trans>
      </p>
      <Loaded query={publishers} lines={2}>
        {(found) =>
          found.length === 0 ? (
            <p>{t`None yet.`}</p>
          ) : (
            <ul role="list" className={styles.list}>
              {found.map((publisher) => (
                <li key={publisher.id}>
                  <Publisher publisher={publisher} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

function Publisher({ publisher: { id: publisherId, issuer, claims, lastUsedAt } }: { publisher: TrustedPublisher }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const mayDelete = useCan('trustedPublishers_delete');
  const about = `publisher-${publisherId}`;
  const remove = async (): Promise<void> => {
    const path = { orgId, productSlug: product.slug, publisherId };
    await withProof(() => call(trustedPublishersDelete, { path }));
    await queryClient.invalidateQueries({ queryKey: keyOf(orgId, product.slug) });
    announce(t`The repository is no longer trusted.`);
  };
  return (
    <div className={styles.row}>
      <div>
        <p id={about}>
          <strong>{issuer}</strong>
        </p>
        <Facts
          facts={[
            ...Object.entries(claims).map(([claim, value]) => [claim, value] as const),
            [t`Last used`, lastUsedAt === null ? t`Not yet` : <Time key="used" at={lastUsedAt} />],
          ]}
        />
      </div>
      {mayDelete && (
        <ConfirmButton name={t`Remove`} isSmall about={about} run={remove}>
          <p>
            <Trans>Pipelines of this repository are refused. Their tokens end at once.</Trans>
          </p>
        </ConfirmButton>
      )}
    </div>
  );
}

function PublisherForm({ close }: { close: () => void }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const once = useRef(crypto.randomUUID());
  const form = useForm({
    draft: `publisher of ${product.id}`,
    initial: { provider: 'github' as Provider, repository: '', owner: '', environment: '', ref: '' },
    check: ({ repository, owner }) => ({
      repository: /^\d+$/.test(repository.trim()) ? '' : t`Enter the numeric ID.`,
      owner: /^\d+$/.test(owner.trim()) ? '' : t`Enter the numeric ID.`,
    }),
    send: async ({ provider, repository, owner, environment, ref }) => {
      const claims = {
        ...(provider === 'github'
          ? { repository_id: repository.trim(), repository_owner_id: owner.trim() }
          : { project_id: repository.trim(), namespace_id: owner.trim() }),
        ...(environment.trim() && { environment: environment.trim() }),
        ...(ref.trim() && { ref: ref.trim() }),
      };
      await withProof(() =>
        call(trustedPublishersCreate, {
          path: { orgId, productSlug: product.slug },
          headers: { 'Idempotency-Key': once.current },
          body: { issuer: ISSUERS[provider], claims },
        }),
      );
      await queryClient.invalidateQueries({ queryKey: keyOf(orgId, product.slug) });
      close();
      announce(t`The repository is trusted.`);
    },
    explain: ({ errors }) =>
      errors.some(({ path }) => path.startsWith('/claims'))
        ? { field: 'repository', text: errors.map(({ message }) => message).join(' ') }
        : undefined,
  });
  const isGitHub = form.values.provider === 'github';
  return (
    <Form form={form} submit={t`New publisher`} actions={<CancelButton onClick={close} />}>
      <RadioGroup
        label={t`Repository host`}
        name="provider"
        value={form.values.provider}
        onChange={(provider) => form.set({ provider: provider as Provider })}
        options={[
          { value: 'github', label: 'GitHub' },
          { value: 'gitlab', label: 'GitLab' },
        ]}
      />
      <TextField
        label={isGitHub ? t`ID of the repository` : t`ID of the project`}
        hint={
          isGitHub
            ? t`A permanent number: “id” at https://api.github.com/repos/OWNER/NAME.`
            : t`A permanent number. See the settings of the project.`
        }
        inputMode="numeric"
        autoComplete="off"
        {...form.field('repository')}
      />
      <TextField
        label={isGitHub ? t`ID of the owner` : t`ID of the group or user`}
        inputMode="numeric"
        autoComplete="off"
        {...form.field('owner')}
      />
      <TextField
        label={t`Environment`}
        hint={t`Only jobs in this environment are trusted. If empty: all jobs.`}
        autoComplete="off"
        {...form.field('environment')}
      />
      <TextField
        label={t`Branch or tag`}
        hint={
          isGitHub
            ? t`In the form of GitHub: refs/heads/main. If empty: all branches and tags.`
            : t`In the form of GitLab: main. If empty: all branches and tags.`
        }
        autoComplete="off"
        {...form.field('ref')}
      />
    </Form>
  );
}
