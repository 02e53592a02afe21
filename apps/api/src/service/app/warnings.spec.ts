import { warningsOf } from './warnings.js';

const NOW = new Date('2030-01-31T00:00:00Z');
const OWN = {
  serviceOrigins: ['https://api.example.org'],
  ownOrigins: ['https://api.example.org', 'https://app.example.org'],
  sameSite: 'lax' as const,
};
const WELL = { isSecure: true, smtpUrl: 'smtp://mail', signUp: 'closed' as const, ...OWN };

test('an installation that lacks nothing is warned of nothing', () => {
  expect(warningsOf(WELL, { PORT: '3000' }, new Date('2030-01-25T00:00:00Z'), NOW)).toEqual([]);
});

test('what an operator should mend is told, each by its code', () => {
  const lacking = {
    isSecure: false,
    smtpUrl: undefined,
    signUp: 'open' as const,
    ...OWN,
    ownOrigins: [...OWN.ownOrigins, 'https://elsewhere.example'],
  };
  const codes = warningsOf(lacking, { SMTP_ULR: 'x' }, new Date('2030-01-20T00:00:00Z'), NOW).map(({ code }) => code);
  expect(codes).toEqual([
    'no_https',
    'no_mail_server',
    'no_backup',
    'open_sign_up',
    'cookies_out_of_reach',
    'unknown_variable',
  ]);
  expect(warningsOf(WELL, {}, null, NOW).map(({ code }) => code)).toEqual(['no_backup']);
});
