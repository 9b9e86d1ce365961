import { partsOf } from './open-api.parts.ts';

type Json = null | boolean | number | string | Json[] | JsonObject;
interface JsonObject {
  [key: string]: Json;
}

/**
 * Takes out of an OpenAPI document what its generator adds and no reader needs: components that nothing refers to (it
 * makes one for questions and one for answers of each name), patterns where a format says the same, the bounds that
 * every JavaScript integer has. The type of the document calls all of these optional.
 */
export function tidyDocument<Document extends object>(document: Document): Document {
  const tidied: Document = JSON.parse(mergeTwins(document), withoutNoise);
  dropUnused(tidied);
  return tidied;
}

/** Refers to the one name where the shapes of questions and answers are the same. */
function mergeTwins(document: object): string {
  const schemas = schemasOf(document);
  const twins = Object.keys(schemas).filter(
    (name) => JSON.stringify(schemas[name]) === JSON.stringify(schemas[`${name}Input`]),
  );
  return twins.reduce(
    (text, name) => text.replaceAll(`"#/components/schemas/${name}Input"`, `"#/components/schemas/${name}"`),
    JSON.stringify(document),
  );
}

/** What becomes of a member of a parsed object; undefined leaves it out. */
function withoutNoise(this: Json[] | JsonObject, key: string, item: Json): Json | undefined {
  if (Array.isArray(this)) return item;
  return isNoise(this, key, item) ? undefined : describe(key, item);
}

const descriptions: Record<string, string> = {
  200: 'Done',
  201: 'Made',
  202: 'Accepted; the work goes on after this answer',
  204: 'Done; there is nothing to say',
};

/** Gives an answer without a description the one of its status. */
function describe(status: string, answer: Json): Json {
  const words = descriptions[status];
  if (words === undefined || typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer;
  return answer.description === 'Default Response' ? { ...answer, description: words } : answer;
}

const sufficientFormats = new Set<Json | undefined>(['date-time', 'date', 'uuid', 'email']);

function isNoise(parent: JsonObject, key: string, item: Json): boolean {
  if (key === 'pattern') return sufficientFormats.has(parent.format);
  return (key === 'maximum' || key === 'minimum') && Math.abs(Number(item)) === Number.MAX_SAFE_INTEGER;
}

function dropUnused(document: object): void {
  const schemas = schemasOf(document);
  for (let before = -1; before !== Object.keys(schemas).length; ) {
    before = Object.keys(schemas).length;
    const text = JSON.stringify(document);
    for (const name of Object.keys(schemas)) if (!text.includes(`"#/components/schemas/${name}"`)) delete schemas[name];
  }
}

function schemasOf(document: object) {
  return partsOf(document).components?.schemas ?? {};
}
