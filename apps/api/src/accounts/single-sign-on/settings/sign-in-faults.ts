import { clock } from '#libs/clock';
import { type Fault, pointerSegment } from '#libs/errors';
import { certificateFault } from './certificate.js';
import type { ProviderKind } from './organization-sign-in.entity.js';

const OF_OIDC = ['issuer', 'clientId', 'clientSecret'] as const;
const OF_SAML = ['entityId', 'signInUrl', 'certificates', 'idpInitiated'] as const;

// Whether a secret is needed depends on what is there.
const NEEDED = {
  oidc: ['issuer', 'clientId'],
  saml: ['entityId', 'signInUrl', 'certificates'],
} as const;

type NameOfOne = (typeof OF_OIDC)[number] | (typeof OF_SAML)[number];

/** Of settings, what depends on each other. */
interface Together extends Partial<Record<Exclude<NameOfOne, 'certificates'>, unknown>> {
  kind: ProviderKind;
  certificates?: string[];
  groups?: { group: string }[];
  recoveryOwnerIds?: string[];
}

/** What does not fit together in settings whose fields are each right. */
export function togetherFaults(body: Together): Fault[] {
  const { kind, certificates = [], groups = [], recoveryOwnerIds = [] } = body;
  const foreign = kind === 'oidc' ? OF_SAML : OF_OIDC;
  return [
    ...NEEDED[kind]
      .filter((name) => body[name] === undefined)
      .map((name): Fault => fault(name, 'required', `${name} is required with kind: ${kind}`)),
    ...foreign
      .filter((name) => body[name] !== undefined)
      .map((name): Fault => fault(name, 'not_applicable', `${name} is not allowed with kind: ${kind}`)),
    ...(kind === 'saml' ? certificates : []).flatMap((text, index) => {
      const why = certificateFault(text, clock.millis());
      return why ? [fault(`certificates/${index}`, 'not_allowed', `certificates/${index}: ${why}`)] : [];
    }),
    ...repeated(groups.map(({ group }) => group)).map((index) =>
      fault(`groups/${index}/group`, 'duplicate', `groups/${index}/group is a duplicate`),
    ),
    ...repeated(recoveryOwnerIds).map((index) =>
      fault(`recoveryOwnerIds/${index}`, 'duplicate', `recoveryOwnerIds/${index} is a duplicate`),
    ),
  ];
}

/** Where a value stands that stood before. */
function repeated(values: readonly string[]): number[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => (seen.size === seen.add(value).size ? [index] : []));
}

const fault = (name: string, code: Fault['code'], message: string): Fault => ({
  path: `/${name.split('/').map(pointerSegment).join('/')}`,
  code,
  message,
});
