/** What is left of something as JSON: moments are texts. */
export type Json<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Json<T[K]> } : T;

/** The names that a type lists: not those that it lets be anything. */
type Named<T> = keyof { [K in keyof T as string extends K ? never : number extends K ? never : K]: T[K] };

/**
 * Where JSON, or what is read of it, differs from what a package describes: the paths of fields that it does not have,
 * or has of another type. What either leaves open is not judged.
 */
type Misfit<Given, Described, Path extends string = ''> = unknown extends Given | Described
  ? never
  : Given extends null | undefined
    ? never
    : Given extends readonly (infer Item)[]
      ? NonNullable<Described> extends readonly (infer DescribedItem)[]
        ? Misfit<Item, DescribedItem, `${Path}[]`>
        : Path
      : Given extends object
        ? MisfitWithin<Given, Extract<Described, object>, Path>
        : Given extends Described
          ? never
          : NonNullable<Described> extends Given
            ? never
            : Path;

type MisfitWithin<Given, Described, Path extends string> = [Described] extends [never]
  ? Path
  : string extends keyof Given
    ? never
    : { [K in keyof Given & string]: MisfitOf<Given[K], Described, K, `${Path}.${K}`> }[keyof Given & string];

type MisfitOf<Value, Described, Name extends string, Path extends string> =
  Name extends Named<Described> ? Misfit<Value, Described[Name & keyof Described], Path> : IsOpen<Described, Path>;

/** Where no name is listed, any may stand. */
type IsOpen<Described, Path> = [Named<Described>] extends [never]
  ? string extends keyof Described
    ? never
    : Path
  : Path;

/** The same of what is read, which must also take null where that is described. */
export type Misread<Read, Described, Path extends string = ''> =
  Misfit<Read, Described, Path> | Unprepared<Read, Described, Path>;

type Unprepared<Read, Described, Path extends string> = unknown extends Read | Described
  ? never
  : null extends Described
    ? null extends Read
      ? UnpreparedWithin<NonNullable<Read>, NonNullable<Described>, Path>
      : Path
    : UnpreparedWithin<NonNullable<Read>, NonNullable<Described>, Path>;

type UnpreparedWithin<Read, Described, Path extends string> = Read extends readonly (infer Item)[]
  ? Described extends readonly (infer DescribedItem)[]
    ? Unprepared<Item, DescribedItem, `${Path}[]`>
    : never
  : Read extends object
    ? {
        [K in keyof Read & string]: K extends Named<Described>
          ? Unprepared<Read[K], Described[K & keyof Described], `${Path}.${K}`>
          : never;
      }[keyof Read & string]
    : never;

/** JSON as a package describes it: a name that it does not have there does not compile. */
export const described =
  <Described>() =>
  <const Given>(
    json: Given & ([Misfit<Given, Json<Described>>] extends [never] ? unknown : Misfit<Given, Json<Described>>),
  ): Given =>
    json;

/** Does not compile where something is misread. */
export const readsAs = <_Misread extends never>(): void => {};
