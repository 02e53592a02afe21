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
import { type FieldWords, type ReadRecord, RecordForm, useRecordForm } from '../ui/record-form';
import { TextField } from '../ui/text-field';
import { ROLES } from '../words/terms';
import { CertificatesField } from './certificates-field';
import { GroupsField } from './groups-field';
import { OwnersField } from './owners-field';
import styles from './provider-form.module.css';
import { bodyOf, emptyOf, isOther, type ProviderValues, valuesOf } from './provider-values';
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
    <RecordForm record={record} submit={present ? t`Save changes` : t`Set provider`} words={useWords()}>
      <RadioGroup
        label={t`Kind`}
        name="kind"
        value={kind}
        onChange={(chosen) => form.set({ kind: chosen as ProviderKind })}
        options={[
          { value: 'oidc', label: 'OpenID Connect', hint: t`As Entra ID, Google, Keycloak and most others have it.` },
          { value: 'saml', label: 'SAML 2.0', hint: t`Where the provider has nothing newer.` },
        ]}
      />
      <AtTheProvider kind={kind} />
      {kind === 'oidc' ? <OidcFields form={form} present={present} /> : <SamlFields form={form} present={present} />}
      {isOther(form.values, present) && (
        <Notice kind="warning">
          <Trans>This is another provider: when you save, whoever came in by the former one is signed out.</Trans>
        </Notice>
      )}
      <RadioGroup
        label={t`Role where no group gives one`}
        name="createRole"
        value={createRole}
        onChange={(role) => form.set({ createRole: role as ProvidedRole | '' })}
        options={[...useRoleOptions(), { value: '', label: t`None: they are not let in` }]}
      />
      <GroupsField {...form.field('groups')} />
      <Attributes form={form} />
      <FieldGroup label={t`Who must come in by the provider`}>
        <Checkbox
          label={t`It counts as a second factor`}
          hint={t`Who comes in by it needs no code here. Choose this where the provider asks for a second factor itself.`}
          isChecked={form.values.countsAsFactor}
          onChange={(countsAsFactor) => form.set({ countsAsFactor })}
        />
        <Checkbox
          label={t`Everybody must come in by the provider`}
          hint={t`Try it first: a provider that does not work keeps people out.`}
          isChecked={required}
          onChange={(isOn) => form.set({ required: isOn })}
        />
        {required && (
          <Notice kind="warning">
            <ul className={styles.points}>
              <li>
                <Trans>Members who are signed in with a password can do nothing here until they come in by it.</Trans>
              </li>
              <li>
                <Trans>
                  Members without an account at the provider are kept out. They may leave, and nothing else.
                </Trans>
              </li>
              <li>
                <Trans>API keys go on working, and so do pipelines.</Trans>
              </li>
              <li>
                <Trans>
                  The owners named below come in without it, by their second factor. One of them at least must have one.
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
    <Disclosure title={t`What to enter at the provider`} isSmall>
      <div className={styles.group}>
        {kind === 'oidc' ? (
          <CopyField label={t`Redirect URI`} value={address('sso/callback')} copy={t`Copy redirect URI`} />
        ) : (
          <>
            <CopyField
              label={t`Entity id and metadata`}
              hint={t`Also the audience. The metadata are there once the provider is set.`}
              value={address('sso/saml2/metadata')}
              copy={t`Copy entity id`}
            />
            <CopyField
              label={t`Reply address`}
              hint={t`Also called ACS or recipient; by POST.`}
              value={address('sso/saml2/acs')}
              copy={t`Copy reply address`}
            />
            <p className={styles.quiet}>
              <Trans>
                The NameID must be persistent, and no mail address. The assertion must be signed, by RSA with SHA-256 or
                SHA-512.
              </Trans>
            </p>
          </>
        )}
        <CopyField
          label={t`Link to sign in`}
          hint={t`For an intranet or a list of applications: it leads to the provider and back here.`}
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
        hint={t`The address from which the provider is found: https://login.example.org.`}
        type="url"
        autoComplete="off"
        maxLength={1024}
        {...form.field('issuer')}
      />
      <TextField label={t`Client id`} autoComplete="off" maxLength={512} {...form.field('clientId')} />
      <TextField
        label={t`Client secret`}
        hint={
          present?.kind === 'oidc'
            ? t`It is not shown again. Empty: the one that is set stays, as long as issuer and client stay.`
            : t`It is stored encrypted, and not shown again.`
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
        label={t`Entity id of the provider`}
        hint={t`What the provider calls itself.`}
        autoComplete="off"
        maxLength={1024}
        {...form.field('entityId')}
      />
      <TextField
        label={t`Address to sign in`}
        hint={t`Where the provider asks people who they are; it begins with https://.`}
        type="url"
        autoComplete="off"
        maxLength={2000}
        {...form.field('signInUrl')}
      />
      <CertificatesField present={present} {...form.field('certificates')} />
      <Checkbox
        label={t`People may begin at the provider`}
        hint={t`As in its list of applications. It is a little less safe: such an answer was not asked for.`}
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
        <Trans>Under which names the provider says what it knows of a person.</Trans>
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
        text: t`One of these is no X.509 certificate by RSA with 2,048 bits or more, or its time is over.`,
      };
    return undefined;
  };
}

function useWords(): FieldWords<ProviderValues> {
  const { t, i18n } = useLingui();
  const yes = (is: boolean): string => (is ? t`Yes` : t`No`);
  const roleOf = (role: ProvidedRole | ''): string => (role === '' ? '' : i18n._(ROLES[role]));
  return {
    kind: { label: t`Kind`, show: (kind: ProviderKind) => (kind === 'oidc' ? 'OpenID Connect' : 'SAML 2.0') },
    issuer: { label: t`Issuer`, show: String },
    clientId: { label: t`Client id`, show: String },
    clientSecret: { label: t`Client secret`, show: (secret: string) => (secret === '' ? '' : t`(not shown)`) },
    entityId: { label: t`Entity id of the provider`, show: String },
    signInUrl: { label: t`Address to sign in`, show: String },
    certificates: { label: t`Certificates`, show: (texts: string[]) => String(texts.filter(Boolean).length) },
    idpInitiated: { label: t`People may begin at the provider`, show: yes },
    createRole: { label: t`Role where no group gives one`, show: roleOf },
    attributes: {
      label: t`Attributes`,
      show: (names: ProviderValues['attributes']) => Object.values(names).join(', '),
    },
    groups: {
      label: t`Roles by group`,
      show: (groups: ProviderValues['groups']) =>
        groups.map(({ group, role }) => `${group}: ${roleOf(role)}`).join(', '),
    },
    countsAsFactor: { label: t`It counts as a second factor`, show: yes },
    required: { label: t`Everybody must come in by the provider`, show: yes },
    recoveryOwnerIds: { label: t`Owners who come in without it`, show: (ids: string[]) => String(ids.length) },
  };
}
