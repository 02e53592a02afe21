import { answerInThread } from '#libs/threads';
import { readYaml, UnreadableYaml } from './read-yaml.js';

/** What was read, or why it could not be. */
export type ReadText = { value: unknown } | { fault: string };

answerInThread<string>(async ([text]) => {
  let read: ReadText;
  try {
    read = { value: readYaml(text!) ?? null };
  } catch (error) {
    if (!(error instanceof UnreadableYaml)) throw error;
    read = { fault: error.message };
  }
  return Buffer.from(JSON.stringify(read));
});
