import { withOpenedAssertion } from './encrypted-assertion.js';

test.each(['<EncryptedAssertion>', '<EncryptedAssertion><EncryptedKey>', '<a:EncryptedKey>'])(
  'what is nothing but openings is refused in no time: %s',
  (opening) => {
    const text = opening.repeat(Math.floor(180_000 / opening.length));
    const began = performance.now();
    expect(withOpenedAssertion(text, [])).toBeUndefined();
    expect(withOpenedAssertion(`<EncryptedAssertion>${text}`, [])).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(1_000);
  },
);
