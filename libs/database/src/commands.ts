// A string, a quoted name, a body between dollars, a comment, or what stands between these and the next end of a
// command.
const TOKEN = /'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^'"$;/-]+|[\s\S]/g;

/** The commands of a text of SQL, without the semicolons between them. */
export function commandsOf(sql: string): string[] {
  const commands = [''];
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token === ';') commands.push('');
    else commands[commands.length - 1] += token;
  }
  return commands.filter((command) => command.trim() !== '');
}
