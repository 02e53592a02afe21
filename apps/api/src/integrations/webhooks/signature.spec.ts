import { Webhook } from 'standardwebhooks';
import { newSigningSecret, signedHeaders } from './signature.js';

test('the standard’s own library verifies a message, with the old secret and with the new one', () => {
  const [old, fresh, foreign] = [newSigningSecret(), newSigningSecret(), newSigningSecret()];
  const body = JSON.stringify({ type: 'issue.created', data: { title: 'Ümlaut' } });
  const headers = signedHeaders('msg', new Date(), body, [fresh, old]);
  expect(new Webhook(fresh).verify(body, headers)).toEqual(JSON.parse(body));
  expect(new Webhook(old).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(foreign).verify(body, headers)).toThrow();
  expect(() => new Webhook(fresh).verify(`${body} `, headers)).toThrow();
});
