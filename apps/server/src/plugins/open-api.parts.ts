/** Who makes the calls that a document describes. */
export type CallersKind = 'passengers' | 'operators';

/** The parts of an OpenAPI document that we add something to, as OpenAPI lays them out. */
export interface DocumentParts {
  components?: { schemas?: Record<string, Described> };
  paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The description of a shape. */
export interface Described {
  $ref?: string;
  description?: string;
  properties?: Readonly<Record<string, Described>>;
  items?: Described;
  allOf?: readonly Described[];
  anyOf?: readonly Described[];
}

/** The description of a call. */
export interface Operation {
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: { content?: Content };
  responses?: Readonly<Record<string, Answer>>;
}

interface Answer {
  headers?: object;
  content?: Content;
}

type Content = Readonly<Record<string, { schema?: Described; example?: unknown }>>;

/** A header or a part of the address. */
export interface Parameter {
  name?: string;
  in?: string;
  description?: string;
  required?: boolean;
  schema?: object;
}

/** The document with the types that we need of it. */
export function partsOf(document: object): DocumentParts {
  return document;
}

/** Every call of a document. */
export function operationsOf(document: object): readonly Operation[] {
  return Object.values(partsOf(document).paths ?? {}).flatMap((methods) => Object.values(methods));
}
