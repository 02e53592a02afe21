import ts from 'typescript';
import { HOLE } from './statements.js';
import { each, isOurs, methodOf, placeOf } from './sources.js';
import { TextResolver } from './text-resolver.js';

/** A text that the source hands to `query`, and where. */
interface HandedOver {
  file: string;
  line: number;
  text: string;
}

/** Every complete statement that can be read in the source; one of which a part is known only when it runs is left out. */
export function statementsHandedOver(program: ts.Program): HandedOver[] {
  const texts = new TextResolver(program.getTypeChecker());
  const files = program.getSourceFiles().filter(({ fileName }) => isOurs(fileName));
  for (const file of files) texts.learn(file);
  const found: HandedOver[] = [];
  for (const file of files)
    each(file, (node) => {
      if (!ts.isCallExpression(node) || methodOf(node) !== 'query' || !node.arguments[0]) return;
      for (const text of texts.of(node.arguments[0])) {
        const whole = text.map((piece) => piece.text).join('');
        if (!whole.includes(HOLE)) found.push({ ...placeOf(node), text: whole });
      }
    });
  return found;
}
