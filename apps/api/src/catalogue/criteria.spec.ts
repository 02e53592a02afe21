import { namedCriteria, statementsOfCriteria } from './criteria.js';

test('criteria have the words of the latest version of WCAG that has them, and those of the RGAA their own', () => {
  expect(namedCriteria(['1.4.3', '4.1.1', 'rgaa:1.1', '9.9.9'])).toEqual([
    {
      criterion: '1.4.3',
      name: 'Contrast (Minimum)',
      level: 'AA',
      url: 'https://www.w3.org/TR/WCAG22/#contrast-minimum',
    },
    { criterion: '4.1.1', name: 'Parsing', level: 'A', url: 'https://www.w3.org/TR/WCAG21/#parsing' },
    {
      criterion: 'rgaa:1.1',
      name: expect.any(String),
      level: 'A',
      url: 'https://accessibilite.numerique.gouv.fr/methode/criteres-et-tests/#1.1',
    },
  ]);
});

test('a criterion of the RGAA concerns whom those of WCAG concern that it stands for', () => {
  expect([...statementsOfCriteria(['1.4.3'])]).toContain('4.2.2');
  expect([...statementsOfCriteria(['rgaa:1.1'])]).toEqual([...statementsOfCriteria(['1.1.1'])]);
  expect([...statementsOfCriteria(['9.9.9', '4.1.1'])]).toEqual([]);
});
