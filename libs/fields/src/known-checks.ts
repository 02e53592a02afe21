import { getMetadataStorage } from 'class-validator';

/**
 * Lets class-validator look up only once which checks a class has: it goes through all classes of the program for the
 * parents of each object that it checks, which took longer than the checks of a query.
 */
export function rememberChecks(): void {
  const storage = getMetadataStorage();
  const getMetadata = storage.getTargetValidationMetadatas.bind(storage);
  const known = new Map<unknown, ReturnType<typeof getMetadata>>();
  storage.getTargetValidationMetadatas = (type, schema, always, strictGroups, groups) => {
    if (schema || always || strictGroups || groups) return getMetadata(type, schema, always, strictGroups, groups);
    const found = known.get(type) ?? getMetadata(type, schema, always, strictGroups);
    known.set(type, found);
    return found;
  };
}
