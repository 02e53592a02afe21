import { criteriaBy, numberOf } from './criteria';

describe('the criteria of a finding', () => {
  it('stand under the standard that they are of, with their numbers in it', () => {
    const { wcag, rgaa } = criteriaBy(['1.1.1', 'rgaa:7.1', '4.1.2']);
    expect(wcag.map(numberOf)).toEqual(['1.1.1', '4.1.2']);
    expect(rgaa.map(numberOf)).toEqual(['7.1']);
  });
});
