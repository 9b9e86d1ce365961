import { readFile } from 'node:fs/promises';
import type { StopMap } from '../config/config.schema.ts';
import { Operators } from '../config/operators.ts';
import type { Place, ReaderPlace } from './row-context.ts';
import { readRows, splitFields } from './text/read-rows.ts';
import { field, longest, readHeader, text } from './text/values.ts';

interface ReadMap extends Pick<StopMap, 'by'> {
  readonly operatorCode: string;
  readonly places: ReadonlyMap<string, Place>;
}

/** The tables that map readers to stops. */
export class StopMaps {
  readonly #maps: readonly ReadMap[];

  private constructor(maps: readonly ReadMap[]) {
    this.#maps = maps;
  }

  /** @throws in plain words when a table cannot be read or has other columns. */
  static async read(
    maps: readonly StopMap[],
    operators: ConstructorParameters<typeof Operators>[0],
  ): Promise<StopMaps> {
    const known = new Operators(operators);
    const read = maps.map(async (map) => {
      const operatorCode = known.find(map.operator)?.code;
      if (operatorCode === undefined) throw new Error(`feeds.stopMaps: no operator has the code ${map.operator}`);
      return { by: map.by, operatorCode, places: await readMap(map) };
    });
    return new StopMaps(await Promise.all(read));
  }

  /** The stop of a reader; undefined when no table names one. */
  find(operatorCode: string, { deviceId, locationId, locationName }: ReaderPlace): Place | undefined {
    for (const map of this.#maps) {
      const key = map.by === 'device' ? deviceId : locationId;
      if (map.operatorCode !== operatorCode || key === null) continue;
      const place = map.places.get(key.toLowerCase());
      if (place) return { ...place, stopName: place.stopName ?? locationName };
    }
    return undefined;
  }
}

async function readMap({ file, columns }: StopMap): Promise<Map<string, Place>> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new Error(`feeds.stopMaps: ${file} cannot be read`, { cause: error });
  });
  const places = new Map<string, Place>();
  let at: { from: number; stop: number; name: number } | undefined;
  for await (const rows of readRows(onePiece(bytes), ',')) {
    for (const row of rows) {
      at ??= positionsOf(row.text, { file, columns });
      const fields = splitFields(row.text, ',');
      const [from, stop] = [field(fields, at.from), field(fields, at.stop)];
      if (from === null || stop === null) continue;
      const stopName = text(field(fields, at.name), 'name', longest.name);
      places.set(from.toLowerCase(), { stopId: text(stop, 'stop', longest.id), stopName });
    }
  }
  return places;
}

async function* onePiece(bytes: Uint8Array) {
  yield bytes;
}

function positionsOf(header: string, { file, columns }: Pick<StopMap, 'file' | 'columns'>) {
  const { at } = readHeader(header, ',');
  const find = (name: string) => at(name.toLowerCase().replace(/\W/g, '_'));
  const found = { from: find(columns.from), stop: find(columns.stop), name: columns.name ? find(columns.name) : -1 };
  const missing = [found.from === -1 && columns.from, found.stop === -1 && columns.stop].filter(Boolean);
  if (missing.length > 0) throw new Error(`feeds.stopMaps: ${file} has no column ${missing.join(', ')}`);
  return found;
}
