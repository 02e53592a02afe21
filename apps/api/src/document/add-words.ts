import type { OpenAPIObject } from '@nestjs/swagger';
import { PROPERTY_WORDS } from './property-words.js';
import { SCHEMA_WORDS } from './schema-words.js';
import type { Schema } from './schemas.js';

/** Says what schemas and properties are, where their classes do not. */
export function addWords(document: OpenAPIObject): void {
  for (const [name, schema] of Object.entries(document.components!.schemas as Record<string, Schema>)) {
    describe(schema, SCHEMA_WORDS[name]);
    for (const [property, value] of Object.entries((schema['properties'] ?? {}) as Record<string, Schema>))
      describe(value, PROPERTY_WORDS[`${name}.${property}`] ?? PROPERTY_WORDS[property]);
  }
}

function describe(schema: Schema, words: string | undefined): void {
  if (words !== undefined) schema['description'] ??= words;
}
