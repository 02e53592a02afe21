import type { Certificate, SignInSettings } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { now } from '../app/clock';
import { Badge } from '../ui/badge';
import { FieldList } from '../ui/field-list';
import { TextArea } from '../ui/text-field';
import { Time } from '../ui/time';
import styles from './provider-form.module.css';
import { MOST } from './provider-values';

interface Props {
  id: string;
  value: string[];
  onChange: (value: string[]) => void;
  error: string | undefined;
  present: SignInSettings | null;
}

const SOON_MS = 7 * 86_400_000;

/** The certificates by which a provider of SAML signs: those that are set say when they end. */
export function CertificatesField({ id, value, onChange, error, present }: Props) {
  const { t } = useLingui();
  const detailOf = (text: string): Certificate | undefined =>
    text === '' ? undefined : present?.certificateDetails[present.certificates.indexOf(text)];
  return (
    <FieldList
      id={id}
      label={t`Certificates`}
      lead={
        <Trans>
          Certificates that the identity provider signs with. Add the next one before the current one expires. Up to
          three can be valid at once.
        </Trans>
      }
      error={error}
      value={value}
      onChange={onChange}
      empty=""
      least={1}
      most={MOST.certificates}
      names={{
        add: t`Add certificate`,
        one: (number) => t`Certificate ${number}`,
        remove: (number) => t`Remove certificate ${number}`,
      }}
    >
      {(text, put, number) => {
        const detail = detailOf(text);
        return detail ? (
          <Shown number={number} detail={detail} />
        ) : (
          <TextArea
            label={t`Certificate ${number}`}
            hint={t`Copy it from the metadata, or paste PEM text that begins with -----BEGIN CERTIFICATE-----.`}
            rows={5}
            spellCheck={false}
            maxLength={10_000}
            value={text}
            onChange={put}
          />
        );
      }}
    </FieldList>
  );
}

function Shown({ number, detail: { fingerprint, validFrom, validUntil } }: { number: number; detail: Certificate }) {
  const { t } = useLingui();
  const left = Date.parse(validUntil) - now();
  const isEarly = Date.parse(validFrom) > now();
  return (
    <>
      <p className={styles.name}>
        <strong>{t`Certificate ${number}`}</strong>
        {left <= 0 ? (
          <Badge kind="wrong">{t`Ended`}</Badge>
        ) : isEarly ? (
          <Badge>{t`Not valid yet`}</Badge>
        ) : left < SOON_MS ? (
          <Badge kind="warn">{t`Expires soon`}</Badge>
        ) : (
          <Badge kind="good">{t`Valid`}</Badge>
        )}
      </p>
      <p>
        <Trans>
          Valid from <Time at={validFrom} isDate isBare /> until <Time at={validUntil} isDate />
        </Trans>
      </p>
      <p>
        <span className={styles.quiet}>{t`Fingerprint (SHA-256)`}</span>
        <br />
        <span className={styles.print}>{fingerprint}</span>
      </p>
    </>
  );
}
