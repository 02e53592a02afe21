import { ticketOf } from './session-ticket.js';

const session = { id: '0199aaaa-0000-7000-8000-000000000001', tokenHash: Buffer.alloc(32, 1) };

test('a ticket is good for one session and one purpose, and does not hold the secret', () => {
  const ticket = ticketOf(session, 'accept 1');
  expect(ticket).toMatch(/^0199aaaa-0000-7000-8000-000000000001\.[\w-]{43}$/);
  expect(ticketOf(session, 'accept 1')).toBe(ticket);
  expect(ticketOf(session, 'accept 2')).not.toBe(ticket);
  expect(ticketOf({ ...session, tokenHash: Buffer.alloc(32, 2) }, 'accept 1')).not.toBe(ticket);
  expect(ticket).not.toContain(session.tokenHash.toString('base64url'));
});
