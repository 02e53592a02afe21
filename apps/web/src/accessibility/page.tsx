import { Trans, useLingui } from '@lingui/react/macro';
import { Section, View } from '../ui/view';

/** How accessible this console is known to be, what is missing, and what no person has tried. */
export function Page() {
  const { t } = useLingui();
  return (
    <View title={t`Accessibility of this console`} isNarrow>
      <p>
        <Trans>
          This console aims at WCAG 2.2, level AA, and at some of level AAA: the focus is always visible and never
          covered, primary controls are 44 pixels high, and signing in asks nobody to solve or to recall anything that a
          password manager could not enter.
        </Trans>
      </p>
      <Section title={t`How it is tested`}>
        <p>
          <Trans>
            Programs open every view in light and dark, at 1280 and 320 pixels, and look for what axe-core finds, for
            headings, titles and landmarks. The main jobs are done by the keyboard alone.
          </Trans>
        </p>
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
        <p>
          <Trans>Tell whoever runs this service, or the makers of Curbcut, and say which view it was.</Trans>
        </p>
      </Section>
    </View>
  );
}
