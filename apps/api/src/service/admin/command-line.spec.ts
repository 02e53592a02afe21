import { commandOf, usageOf } from './command-line.js';
import { COMMANDS } from './commands.js';

const read = (line: string): string | undefined => {
  const typed = commandOf(line.split(' ').filter(Boolean), COMMANDS);
  if (!typed) return undefined;
  if ('help' in typed)
    return `help of ${typed.help.length === COMMANDS.length ? 'all' : typed.help.map(({ usage }) => usage).join(', ')}`;
  const options = [...typed.options].map((option) => option.join(' '));
  return [typed.command.usage, ...typed.values, ...typed.flags, ...options].join(' | ');
};

test.each([
  ['users reset-factor ada@example.org', 'users reset-factor ADDRESS | ada@example.org'],
  ['distribute', 'distribute'],
  ['backup -', 'backup FILE | -'],
  ['backup a.tar --offline', 'backup FILE | a.tar | --offline'],
  ['backup --offline a.tar', 'backup FILE | a.tar | --offline'],
  ['restore a.tar --offline', undefined],
  ['restore a.tar --unsigned', 'restore FILE | a.tar | --unsigned'],
  ['restore --unsigned --key k a.tar', 'restore FILE | a.tar | --unsigned | --key k'],
  ['backup - --key k --offline', 'backup FILE | - | --offline | --key k'],
  ['verify a.tar --key', undefined],
  ['verify --key a.tar', undefined],
  ['verify a.tar --key --unsigned', undefined],
  ['migrate --key k', undefined],
  ['backup', undefined],
  ['distribute now', undefined],
  ['', undefined],
  ['users', undefined],
  ['users reset-factor', undefined],
  ['users reset-factor ada', undefined],
  ['users reset-factor ada@example.org eve@example.org', undefined],
  ['keys reset-factor ada@example.org', undefined],
  ['--help', 'help of all'],
  ['help', 'help of all'],
  ['nothing --help', 'help of all'],
  ['backup --help', 'help of backup FILE'],
])('%p', (line, command) => expect(read(line)).toBe(command));

test('the usage names every command with what it does', () => {
  const text = usageOf(COMMANDS);
  for (const { usage, help } of COMMANDS) {
    expect(text).toContain(`  ${usage}`);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(help);
  }
});
