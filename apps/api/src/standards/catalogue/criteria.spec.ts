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

test('a criterion of the RGAA concerns whom those of WCAG concern that it stands for; one of pictures nobody who cannot hear', () => {
  const primary = (...criteria: string[]): string[] =>
    [...statementsOfCriteria(criteria)].flatMap(([number, relation]) => (relation === 'primary' ? [number] : []));
  expect(primary('1.4.3')).toContain('4.2.2');
  expect(primary('rgaa:3.2')).toEqual(primary('1.4.3'));
  expect(primary('1.1.1')).toEqual(['4.2.1', '4.2.2', '4.2.4', '4.2.5']);
  expect(primary('rgaa:1.1')).toEqual(['4.2.1', '4.2.2']);
  expect(primary('1.1.1', 'rgaa:1.1')).toEqual(['4.2.1', '4.2.2']);
  expect([...statementsOfCriteria(['9.9.9', '4.1.1'])]).toEqual([]);
});

test('what one criterion supports primarily and another secondarily is primary', () => {
  expect(statementsOfCriteria(['1.2.2']).get('4.2.10')).toBe('secondary');
  expect(statementsOfCriteria(['1.2.2', '1.2.4']).get('4.2.10')).toBe('primary');
});
