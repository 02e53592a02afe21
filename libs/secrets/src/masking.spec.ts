import { maskFor } from './masking.js';

test('values are masked in every form, in all that is said, but in the fields that are left out', () => {
  const mask = maskFor(['a "b" & c']);
  const input = {
    html: '<input value="a &quot;b&quot; &amp; c">',
    url: `https://x.example/?q=${encodeURIComponent('a "b" & c')}&r=a+%22b%22+%26+c`,
    nested: [JSON.stringify({ typed: 'a "b" & c' })],
  };
  expect(mask(input)).toEqual({
    html: '<input value="***">',
    url: 'https://x.example/?q=***&r=***',
    nested: ['{"typed":"***"}'],
  });
  expect(maskFor(['label'], new Set(['ruleId']))({ ruleId: 'label', id: 'label', title: 'a label' })).toEqual({
    ...{ ruleId: 'label', id: '***', title: 'a ***' },
  });
});

test('no value masks nothing', () => {
  expect(maskFor([''])({ title: 'as it is' })).toEqual({ title: 'as it is' });
});
