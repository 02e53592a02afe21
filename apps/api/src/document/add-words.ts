import type { OpenAPIObject } from '@nestjs/swagger';
import { PROPERTY_DESCRIPTIONS } from './property-words.js';
import { SCHEMA_DESCRIPTIONS } from './schema-words.js';
import type { Schema } from './schemas.js';

/** Says what schemas and properties are, where their classes do not. */
export function addDescriptions(document: OpenAPIObject): void {
  for (const [name, schema] of Object.entries(document.components!.schemas as Record<string, Schema>)) {
    describe(schema, SCHEMA_DESCRIPTIONS[name]);
    for (const [property, value] of Object.entries((schema['properties'] ?? {}) as Record<string, Schema>))
      describe(value, PROPERTY_DESCRIPTIONS[`${name}.${property}`] ?? PROPERTY_DESCRIPTIONS[property]);
  }
}

function describe(schema: Schema, description: string | undefined): void {
  if (description !== undefined) schema['description'] ??= description;
}
