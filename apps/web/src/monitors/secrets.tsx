import { type Secret, secretsDelete, secretsList, secretsSet } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { ModuleView } from '../organizations/module-view';
import { useCan, useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { ProductSettings } from '../products/settings-layout';
import { Checkbox } from '../ui/checkbox';
import { ConfirmButton } from '../ui/confirm-button';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { EmptyState } from '../ui/empty-state';
import { Facts } from '../ui/facts';
import { Form, useForm } from '../ui/form';
import { Link } from '../ui/link';
import { Loaded } from '../ui/loading';
import { Notice } from '../ui/notice';
import { TextArea, TextField } from '../ui/text-field';
import { Time } from '../ui/time';
import styles from './secrets.module.css';

const secretsQuery = (orgId: string, productSlug: string) =>
  queryOptions({
    queryKey: ['secrets', orgId, productSlug],
    queryFn: async ({ signal }) => (await call(secretsList, { path: { orgId, productSlug } }, { signal })).secrets,
  });

/** What steps of monitors fill in and nobody reads again. */
export function Page() {
  const { t } = useLingui();
  const title = t`Secrets`;
  return (
    <ModuleView module="testing" title={t`Settings: ${title}`}>
      <Secrets />
    </ModuleView>
  );
}

function Secrets() {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const may = useCan('secrets_list');
  const maySet = useCan('secrets_set') && !product.archivedAt;
  const secrets = useQuery({ ...secretsQuery(orgId, product.slug), enabled: may });
  return (
    <ProductSettings
      title={t`Secrets`}
      lead={t`Values that monitor steps fill in, for example the password of a test account. They are never shown again.`}
      actions={maySet && <SetSecret />}
    >
      {may ? (
        <Loaded query={secrets} lines={4}>
          {(found) =>
            found.length === 0 ? (
              <EmptyState title={t`No secrets yet`}>
                <Trans>Set a secret, then use it in the steps of a monitor instead of text.</Trans>
              </EmptyState>
            ) : (
              <ul role="list" aria-label={t`Secrets`} className={styles.list}>
                {found.map((secret) => (
                  <li key={secret.name} className={styles.item}>
                    <OneSecret secret={secret} maySet={maySet} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      ) : (
        <Notice>
          <p>
            <Trans>Your role cannot see secrets. Ask an admin or owner of the organization.</Trans>
          </p>
        </Notice>
      )}
    </ProductSettings>
  );
}

function OneSecret({ secret, maySet }: { secret: Secret; maySet: boolean }) {
  const { t } = useLingui();
  const { id: orgId, slug: org } = useOrganization();
  const { product } = useProduct();
  const mayDelete = useCan('secrets_delete');
  const { name, origins, operatorAgents, monitors, updatedAt } = secret;
  const about = `secret-${name}`;
  const remove = async (): Promise<void> => {
    const path = { orgId, productSlug: product.slug, secretName: name };
    await withProof(() => call(secretsDelete, { path }));
    await queryClient.invalidateQueries({ queryKey: secretsQuery(orgId, product.slug).queryKey });
    announce(t`Secret ${name} deleted.`);
  };
  return (
    <>
      <h2 id={about} className={styles.name}>
        <code>{name}</code>
      </h2>
      <Facts
        facts={[
          [t`Used on`, origins.join(', ')],
          [
            t`Agents`,
            operatorAgents
              ? t`Agents of the organization, or else of the service operator`
              : t`Only agents of the organization`,
          ],
          [
            t`Monitors`,
            monitors.length > 0 && (
              <span key="monitors" className={styles.links}>
                {monitors.map((number) => (
                  <Link
                    key={number}
                    to={at('/o/$org/p/$product/monitors/$number', {
                      org,
                      product: product.slug,
                      number: String(number),
                    })}
                  >
                    #{number}
                  </Link>
                ))}
              </span>
            ),
          ],
          [t`Set`, <Time key="set" at={updatedAt} />],
        ]}
      />
      <div className={styles.buttons}>
        {maySet && <SetSecret secret={secret} about={about} />}
        {mayDelete && (
          <ConfirmButton name={t`Delete`} isSmall about={about} run={remove}>
            <p>
              <Trans>
                Runs of monitors that use <code>{name}</code> will fail.
              </Trans>
            </p>
          </ConfirmButton>
        )}
      </div>
    </>
  );
}

/** Sets a secret: a new one, or another value and other places of one that is there. */
function SetSecret({ secret, about }: { secret?: Secret; about?: string }) {
  const { t } = useLingui();
  return (
    <DialogButton
      name={secret ? t`Replace` : t`New secret`}
      kind={secret ? 'secondary' : 'primary'}
      isSmall={secret !== undefined}
      about={about}
    >
      {(close) => <SecretForm secret={secret} close={close} />}
    </DialogButton>
  );
}

const NAME = /^[A-Z][A-Z0-9_]{0,49}$/;
const SHORTEST = 4;

function SecretForm({ secret, close }: { secret: Secret | undefined; close: () => void }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const form = useForm({
    draft: `secret ${secret?.name ?? ''} of ${product.id}`,
    initial: {
      name: secret?.name ?? '',
      value: '',
      origins: secret?.origins.join('\n') ?? '',
      operatorAgents: secret?.operatorAgents ?? false,
    },
    secrets: ['value'],
    check: ({ name, value, origins }) => ({
      name: NAME.test(name.trim()) ? '' : t`Use capital letters, digits and _, for example SHOP_PASSWORD.`,
      value: value.length < SHORTEST ? t`Enter at least four characters.` : '',
      origins: origins.trim() === '' ? t`Fill this in.` : '',
    }),
    send: async ({ name, value, origins, operatorAgents }) => {
      const path = { orgId, productSlug: product.slug, secretName: name.trim() };
      const body = { value, origins: origins.split(/\s+/).filter(Boolean), operatorAgents };
      await withProof(() => call(secretsSet, { path, body }));
      await queryClient.invalidateQueries({ queryKey: secretsQuery(orgId, product.slug).queryKey });
      close();
      announce(t`Secret ${path.secretName} set.`);
    },
  });
  return (
    <Form form={form} submit={secret ? t`Replace` : t`New secret`} actions={<CancelButton onClick={close} />}>
      {!secret && (
        <TextField
          label={t`Name`}
          hint={t`Use capital letters, digits and _. Example: SHOP_PASSWORD.`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={50}
          {...form.field('name')}
        />
      )}
      <TextField
        label={t`Value`}
        hint={t`Stored encrypted and masked in all output. It is never shown again.`}
        type="password"
        autoComplete="off"
        maxLength={4000}
        {...form.field('value')}
      />
      <TextArea
        label={t`Allowed sites`}
        hint={t`One URL per line, without a path: https://id.example.org. The secret is used on these sites only.`}
        rows={3}
        autoCapitalize="off"
        spellCheck={false}
        {...form.field('origins')}
      />
      <Checkbox
        label={t`Also send it to agents of the service operator`}
        hint={t`Used when the organization has no agent of its own.`}
        isChecked={form.values.operatorAgents}
        onChange={(operatorAgents) => form.set({ operatorAgents })}
      />
    </Form>
  );
}
