import {
  CurbcutError,
  type ProvidedRole,
  type ProviderKind,
  type SignInSettings,
  signInReplaceSettings,
} from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { base, call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { useOrganization } from '../organizations/organization';
import { Checkbox, FieldGroup, RadioGroup } from '../ui/checkbox';
import { CopyField } from '../ui/copy-field';
import { Disclosure } from '../ui/disclosure';
import type { FormState } from '../ui/form';
import { Notice } from '../ui/notice';
import { type ReadRecord, RecordForm, useRecordForm } from '../ui/record-form';
import { TextField } from '../ui/text-field';
import { ROLES } from '../words/terms';
import { CertificatesField } from './certificates-field';
import { GroupsField } from './groups-field';
import { OwnersField } from './owners-field';
import styles from './provider-form.module.css';
import { bodyOf, emptyOf, isOther, type ProviderValues, valuesOf } from './provider-values';
import { useProviderWords } from './provider-words';
import { providerQuery, type ReadProvider, readProvider } from './sign-in-queries';

const recordOf = ({ settings, etag }: ReadProvider): ReadRecord<ProviderValues> => ({
  etag,
  values: valuesOf(settings),
});

/** Sets the provider by which people come in, and what it gives them. */
export function ProviderForm({ read }: { read: ReadProvider }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const present = read.settings;
  const readAgain = async (): Promise<ReadProvider> => {
    const now = await readProvider(orgId);
    queryClient.setQueryData(providerQuery(orgId).queryKey, now);
    return now;
  };
  const record = useRecordForm<ProviderValues>({
    draft: `provider of ${orgId}`,
    read: recordOf(read),
    secrets: ['clientSecret'],
    check: (values) => Object.fromEntries(emptyOf(values, present).map((name) => [name, t`Fill this in.`])),
    save: async (changed, etag, before) => {
      const body = bodyOf({ ...before, ...changed });
      await withProof(() =>
        call(signInReplaceSettings, { path: { orgId }, body }, etag === undefined ? {} : { ifMatch: etag }),
      );
      return recordOf(await readAgain());
    },
    readAgain: async () => recordOf(await readAgain()),
    explain: useExplain(),
  });
  const { form } = record;
  const { kind, createRole, required } = form.values;
  return (
    <RecordForm
      record={record}
      submit={present ? t`Save changes` : t`Set up identity provider`}
      words={useProviderWords()}
    >
      <RadioGroup
        label={t`Kind`}
        name="kind"
        value={kind}
        onChange={(chosen) => form.set({ kind: chosen as ProviderKind })}
        options={[
          { value: 'oidc', label: 'OpenID Connect', hint: t`For Entra ID, Google, Keycloak and most others.` },
          { value: 'saml', label: 'SAML 2.0', hint: t`For identity providers without OpenID Connect.` },
        ]}
      />
      <AtTheProvider kind={kind} />
      {kind === 'oidc' ? <OidcFields form={form} present={present} /> : <SamlFields form={form} present={present} />}
      {isOther(form.values, present) && (
        <Notice kind="warning">
          <Trans>This is a different identity provider. When you save, sessions of the previous one end.</Trans>
        </Notice>
      )}
      <RadioGroup
        label={t`Default role`}
        name="createRole"
        value={createRole}
        onChange={(role) => form.set({ createRole: role as ProvidedRole | '' })}
        options={[...useRoleOptions(), { value: '', label: t`No role (sign-in refused)` }]}
      />
      <GroupsField {...form.field('groups')} />
      <Attributes form={form} />
      <FieldGroup label={t`Required sign-in`}>
        <Checkbox
          label={t`Counts as a second factor`}
          hint={t`Sign-in with the identity provider then needs no code. Use this if the identity provider requires a second factor.`}
          isChecked={form.values.countsAsFactor}
          onChange={(countsAsFactor) => form.set({ countsAsFactor })}
        />
        <Checkbox
          label={t`Require the identity provider for all members`}
          hint={t`Try the identity provider first. If it does not work, members lose access.`}
          isChecked={required}
          onChange={(isOn) => form.set({ required: isOn })}
        />
        {required && (
          <Notice kind="warning">
            <ul className={styles.points}>
              <li>
                <Trans>
                  Members signed in with a password lose access until they sign in with the identity provider.
                </Trans>
              </li>
              <li>
                <Trans>
                  Members without an account at the identity provider lose access. They can only leave the organization.
                </Trans>
              </li>
              <li>
                <Trans>API keys and pipelines are not affected.</Trans>
              </li>
              <li>
                <Trans>
                  The owners listed below can sign in without it, with their second factor. At least one of them must
                  have a second factor.
                </Trans>
              </li>
            </ul>
          </Notice>
        )}
      </FieldGroup>
      <OwnersField {...form.field('recoveryOwnerIds')} />
    </RecordForm>
  );
}

/** The roles that a provider can give, as options. */
function useRoleOptions(): { value: ProvidedRole; label: string }[] {
  const { i18n } = useLingui();
  return (['member', 'admin'] as const).map((role) => ({ value: role, label: i18n._(ROLES[role]) }));
}

/** What is entered there, before or after. */
function AtTheProvider({ kind }: { kind: ProviderKind }) {
  const { t } = useLingui();
  const { id } = useOrganization();
  const address = (path: string): string => `${location.origin}${base}/api/auth/${path}/${id}`;
  return (
    <Disclosure title={t`Settings for the identity provider`} isSmall>
      <div className={styles.group}>
        {kind === 'oidc' ? (
          <CopyField label={t`Redirect URI`} value={address('sso/callback')} copy={t`Copy redirect URI`} />
        ) : (
          <>
            <CopyField
              label={t`Entity ID and metadata`}
              hint={t`Also the SAML audience. The metadata is available at this URL after you save the provider.`}
              value={address('sso/saml2/metadata')}
              copy={t`Copy entity ID`}
            />
            <CopyField
              label={t`Reply URL`}
              hint={t`Also called ACS URL or recipient (HTTP POST).`}
              value={address('sso/saml2/acs')}
              copy={t`Copy reply URL`}
            />
            <p className={styles.quiet}>
              <Trans>
                The NameID must be persistent and must not be an e-mail address. The assertion must be signed with RSA
                and SHA-256 or SHA-512.
              </Trans>
            </p>
          </>
        )}
        <CopyField
          label={t`Sign-in link`}
          hint={t`Use this link on an intranet or in an application list. It starts sign-in at the identity provider.`}
          value={address('sso/start')}
          copy={t`Copy link`}
        />
      </div>
    </Disclosure>
  );
}

interface Part {
  form: FormState<ProviderValues>;
  present: SignInSettings | null;
}

function OidcFields({ form, present }: Part) {
  const { t } = useLingui();
  return (
    <>
      <TextField
        label={t`Issuer`}
        hint={t`The issuer URL of the identity provider: https://login.example.org.`}
        type="url"
        autoComplete="off"
        maxLength={1024}
        {...form.field('issuer')}
      />
      <TextField label={t`Client ID`} autoComplete="off" maxLength={512} {...form.field('clientId')} />
      <TextField
        label={t`Client secret`}
        hint={
          present?.kind === 'oidc'
            ? t`It is not shown again. Leave it empty to keep the current one. A change of issuer or client requires a new one.`
            : t`Stored encrypted. It is not shown again.`
        }
        type="password"
        autoComplete="off"
        maxLength={1024}
        {...form.field('clientSecret')}
      />
    </>
  );
}

function SamlFields({ form, present }: Part) {
  const { t } = useLingui();
  return (
    <>
      <TextField
        label={t`Entity ID of the identity provider`}
        hint={t`The entity ID in the metadata of the identity provider.`}
        autoComplete="off"
        maxLength={1024}
        {...form.field('entityId')}
      />
      <TextField
        label={t`Sign-in URL`}
        hint={t`The sign-in page of the identity provider. Start with https://.`}
        type="url"
        autoComplete="off"
        maxLength={2000}
        {...form.field('signInUrl')}
      />
      <CertificatesField present={present} {...form.field('certificates')} />
      <Checkbox
        label={t`Allow sign-in started by the identity provider`}
        hint={t`Allow sign-in from the application list of the identity provider. This is slightly less secure, because the service did not request the response.`}
        isChecked={form.values.idpInitiated}
        onChange={(idpInitiated) => form.set({ idpInitiated })}
      />
    </>
  );
}

function Attributes({ form }: { form: FormState<ProviderValues> }) {
  const { t } = useLingui();
  const { id, value, onChange, error } = form.field('attributes');
  const line = (name: keyof typeof value, label: string) => (
    <TextField
      label={label}
      {...(name === 'email' && { id, error })}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={256}
      value={value[name]}
      onChange={(text) => onChange({ ...value, [name]: text })}
    />
  );
  return (
    <FieldGroup label={t`Attributes`}>
      <p className={styles.quiet}>
        <Trans>Attribute names that the identity provider uses.</Trans>
      </p>
      <div className={styles.row}>
        {line('email', t`E-mail`)}
        {line('name', t`Name`)}
        {line('groups', t`Groups`)}
      </div>
    </FieldGroup>
  );
}

function useExplain() {
  const { t } = useLingui();
  return ({ code, errors }: CurbcutError) => {
    if (code === 'recovery_owner_needed')
      return { field: 'recoveryOwnerIds' as const, text: t`Choose an owner with a second factor.` };
    const isAll = (start: string): boolean => errors.length > 0 && errors.every(({ path }) => path.startsWith(start));
    if (isAll('/certificates'))
      return {
        field: 'certificates' as const,
        text: t`A certificate is not an X.509 certificate with RSA of at least 2,048 bits, or has expired.`,
      };
    return undefined;
  };
}
