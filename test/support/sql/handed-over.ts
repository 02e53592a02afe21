import ts from 'typescript';
import { HOLE } from './statements.js';
import { each, isOurs, methodOf, placeOf } from './sources.js';
import { TextResolver } from './text-resolver.js';

/** A text that the source hands to `query`, or declares by `sql` or `variants`, and where. */
interface HandedOver {
  file: string;
  line: number;
  text: string;
}

/**
 * Every complete statement that can be read in the source; one of which a part is known only when it runs is left out.
 */
export function statementsHandedOver(program: ts.Program): HandedOver[] {
  const texts = new TextResolver(program.getTypeChecker());
  const files = program.getSourceFiles().filter(({ fileName }) => isOurs(fileName));
  for (const file of files) texts.learn(file);
  const found: HandedOver[] = [];
  for (const file of files)
    each(file, (node) => {
      const handed = ts.isCallExpression(node) ? textIn(node) : undefined;
      if (!handed) return;
      for (const text of texts.of(handed)) {
        const whole = text.map((piece) => piece.text).join('');
        if (!whole.includes(HOLE)) found.push({ ...placeOf(node), text: whole });
      }
    });
  return found;
}

function textIn(call: ts.CallExpression): ts.Expression | undefined {
  const [first, second] = call.arguments;
  if (methodOf(call) === 'query' || call.expression.getText() === 'sql') return first;
  const made =
    call.expression.getText() === 'variants' && second && ts.isArrowFunction(second) ? second.body : undefined;
  return made && ts.isExpression(made) ? made : undefined;
}
