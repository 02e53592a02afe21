import { BUILT_IN_STANDARDS } from './built-in.js';
import { WCAG_CRITERIA } from './data/wcag-criteria.generated.js';
import { WCAG_PROCEDURES } from './data/wcag-procedures.js';
import { procedureOfCriteria } from './procedures.js';

const citing = BUILT_IN_STANDARDS.flatMap(({ slug, requirements }) =>
  requirements.map(({ name, metadata }) => ({
    what: `${slug} ${name}`,
    wcag: [metadata['wcag'] ?? []].flat() as string[],
  })),
).filter(({ wcag }) => wcag.length > 0);

test('each criterion of WCAG has a procedure, and nothing else has', () => {
  expect(Object.keys(WCAG_PROCEDURES).sort()).toEqual(WCAG_CRITERIA.map(({ number }) => number).sort());
});

test('a procedure leads to where W3C explains the latest version that has the criterion', () => {
  expect(procedureOfCriteria(['1.4.3'])).toMatch(
    /^Measure .*\n\n\[W3C on 1\.4\.3\]\(https:\/\/www\.w3\.org\/WAI\/WCAG22\/Understanding\/contrast-minimum\)$/,
  );
  expect(procedureOfCriteria(['4.1.1'])).toContain('https://www.w3.org/WAI/WCAG21/Understanding/parsing');
  for (const { number } of WCAG_CRITERIA)
    expect(procedureOfCriteria([number])).toMatch(
      /\(https:\/\/www\.w3\.org\/WAI\/WCAG2[12]\/Understanding\/[a-z0-9-]+\)$/,
    );
});

test('what stands for several criteria names each, and what stands for none has no procedure', () => {
  const both = procedureOfCriteria(['2.4.11', '2.4.7'])!;
  expect(both.split('\n\n')).toEqual([
    expect.stringMatching(/^\*\*2\.4\.11 Focus Not Obscured \(Minimum\)\.\*\* Go through/),
    expect.stringMatching(/^\[W3C on 2\.4\.11\]/),
    expect.stringMatching(/^\*\*2\.4\.7 Focus Visible\.\*\* Go through/),
    expect.stringMatching(/^\[W3C on 2\.4\.7\]/),
  ]);
  expect([procedureOfCriteria([]), procedureOfCriteria(['9.9.9'])]).toEqual([null, null]);
});

test('whatever of a built-in standard stands for criteria has a procedure that a requirement may have', () => {
  const lengths = citing.map(({ what, wcag }) => ({ what, length: procedureOfCriteria(wcag)?.length ?? 0 }));
  expect(lengths.filter(({ length }) => length === 0 || length > 10_000)).toEqual([]);
});
