import type { ConformanceReport } from '@curbcut/client';
import { bodyOf, valuesOf } from './report-values';

const report = {
  title: 'Report',
  standards: [],
  auditIds: [],
  language: 'en',
  author: { name: 'Ada', email: 'ada@example.org' },
  contact: null,
  sample: [{ name: 'Start', url: 'https://example.org/' }],
  technologies: ['HTML'],
  testEnvironments: [],
  tools: [],
  enforcement: null,
  legislation: null,
  scope: 'The shop.',
  validUntil: null,
} as unknown as ConformanceReport;

describe('what a report says about itself', () => {
  it('sends nothing of what nobody changed', () => expect(bodyOf({}, valuesOf(report, 'UTC'))).toEqual({}));

  it('reads empty where nobody said anything', () => {
    expect(valuesOf(report, 'UTC')).toMatchObject({
      scope: 'The shop.',
      notes: '',
      validUntil: '',
      technologies: [{ text: 'HTML' }],
    });
    expect(valuesOf(report, 'UTC').contact).toEqual({ email: '', url: '', phone: '' });
  });

  it('leaves empty parts and rows out, and sends null for what was emptied', () => {
    expect(
      bodyOf({ scope: '', contact: { email: 'a@example.org', url: '', phone: ' ' } }, valuesOf(report, 'UTC')),
    ).toEqual({
      scope: null,
      contact: { email: 'a@example.org' },
    });
    expect(bodyOf({ author: { name: '', email: '', organization: '' } }, valuesOf(report, 'UTC'))).toEqual({
      author: null,
    });
    expect(
      bodyOf({ tools: [{ text: ' NVDA ' }, { text: '' }], sample: [{ name: '', url: '' }] }, valuesOf(report, 'UTC')),
    ).toEqual({
      tools: ['NVDA'],
      sample: [],
    });
  });

  it('names all standards and audits where there are several, since the first alone would take their place', () => {
    const several = valuesOf(
      {
        ...report,
        standardId: 'wcag',
        conformanceLevel: 'aa',
        standards: [
          { standardId: 'wcag', conformanceLevel: 'aa' },
          { standardId: '508', conformanceLevel: null },
        ],
        auditId: 'one',
        auditIds: ['one', 'two'],
      },
      'UTC',
    );
    expect(bodyOf({ conformanceLevel: 'a' }, several)).toEqual({
      standards: [
        { standardId: 'wcag', conformanceLevel: 'a' },
        { standardId: '508', conformanceLevel: null },
      ],
    });
    expect(bodyOf({ furtherAudits: [] }, several)).toEqual({ auditIds: ['one'] });
    expect(bodyOf({ standardId: 'en', conformanceLevel: '' }, valuesOf(report, 'UTC'))).toEqual({
      standardId: 'en',
      conformanceLevel: null,
    });
  });
});
