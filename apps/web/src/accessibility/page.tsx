import { identityOptions } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { call } from '../app/client';
import { OutLink } from '../ui/link';
import { Section, View } from '../ui/view';
import styles from './page.module.css';

/** How accessible this console is known to be, what is missing, what no person has tried, and whom to tell. */
export function Page() {
  const { t } = useLingui();
  return (
    <View
      title={t`Accessibility of this console`}
      lead={t`What it aims at, how that is tested, and what is missing.`}
      isNarrow
    >
      <p>
        <Trans>
          This console aims at WCAG 2.2, level AA, and at some of level AAA: the focus is always visible and never
          covered, primary controls are 44 pixels high, and signing in asks nobody to solve or to recall anything that a
          password manager could not enter.
        </Trans>
      </p>
      <Section title={t`How it is tested`}>
        <ul className={styles.points}>
          <li>
            <Trans>
              Programs open every view in light and dark, at 1280 and 320 pixels, and in French, and look for what
              axe-core finds, for headings, titles and landmarks.
            </Trans>
          </li>
          <li>
            <Trans>
              They do so again in a window as wide as 1280 pixels are at 400 %, where all names are markup, written from
              right to left, or 200 characters without a space.
            </Trans>
          </li>
          <li>
            <Trans>
              The main jobs are done by the keyboard alone, in English and in French: signing up, sending a report,
              triage, an audit, a conformance report, keys, invitations and the second factor.
            </Trans>
          </li>
          <li>
            <Trans>
              Signing in, triage, an issue and the verdicts of a report are done by what a screen reader is given alone:
              names, roles, states, and what is announced.
            </Trans>
          </li>
        </ul>
      </Section>
      <Section title={t`Known gaps`}>
        <ul className={styles.points}>
          <li>
            <Trans>
              Colours of your own (forced colours) and more space between letters and lines are provided for, but no
              program looks at every view with them yet.
            </Trans>
          </li>
          <li>
            <Trans>
              While the list of a field with suggestions is open, screen readers find nothing else of the page; Escape
              closes it.
            </Trans>
          </li>
          <li>
            <Trans>
              The words in charts are small in narrow windows. Each chart has its numbers in the caption and as a table.
            </Trans>
          </li>
          <li>
            <Trans>
              Names, titles and reports that people and tools wrote are shown as they are, without saying in which
              language.
            </Trans>
          </li>
        </ul>
      </Section>
      <Section title={t`What no person has tried yet`}>
        <p>
          <Trans>
            Screen readers, speech input, screen magnifiers and switches were not tried by people who use them every
            day. No audit by people has been made, so nothing here claims conformance.
          </Trans>
        </p>
      </Section>
      <Section title={t`Something is in your way?`}>
        <Contact />
      </Section>
    </View>
  );
}

/** Whom to tell, where whoever runs the service has said. */
function Contact() {
  const { data } = useQuery({
    queryKey: ['options'],
    queryFn: ({ signal }) => call(identityOptions, {}, { signal }),
    staleTime: Infinity,
  });
  const contact = data?.contact ?? null;
  return (
    <p>
      {contact === null ? (
        <Trans>Tell whoever runs this service, or the makers of Curbcut, and say which view it was.</Trans>
      ) : (
        <Trans>
          Tell <ContactLink contact={contact} />, and say which view it was and what you use.
        </Trans>
      )}
    </p>
  );
}

function ContactLink({ contact }: { contact: string }) {
  if (/^https?:/i.test(contact)) return <OutLink href={contact}>{contact}</OutLink>;
  const address = contact.replace(/^mailto:/i, '');
  return address.includes('@') ? <a href={`mailto:${address}`}>{address}</a> : <>{contact}</>;
}
