import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyTables, temporaryFolder } from '../../test/feed-fixture.ts';
import { v3 } from '../../test/littlepay-feed.ts';
import { deliver, one, participant } from '../../test/littlepay-import.ts';
import { sharedData } from '../../test/shared-data.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { StopMaps } from './stop-maps.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

const at = '2025-10-03T08:00:00.000Z';
const stop = 'select stop_id, stop_name from taps';

function table(text: string): string {
  const file = path.join(temporaryFolder(), 'map.csv');
  writeFileSync(file, text);
  return file;
}

describe('a table of readers', () => {
  it('says at which stop a reader is, by the number of the reader or of its place', async () => {
    const devices = table('Reader,Stop\n17f1267c,S9\n');
    const places = table('\uFEFFplace no,station,label\n"4711",A01,"Metro Center, W"\n');
    const stopMaps = [
      { operator: '77', file: devices, by: 'device' as const, columns: { from: 'reader', stop: 'stop' } },
      {
        operator: 'tfl-sample',
        file: places,
        by: 'location' as const,
        columns: { from: 'Place No', stop: 'station', name: 'label' },
      },
    ];
    await deliver(url, { taps: [v3.tap('T', at)] }, { stopMaps });
    const byDevice = await one(pool, stop);
    const other = v3.tap('T', at, { device_id: 'unknown', location_id: '4711' });
    await deliver(url, { taps: [other] }, { stopMaps, at: '202510050430' });

    expect(byDevice).toEqual({ stop_id: 'S9', stop_name: 'Place' });
    expect(await one(pool, stop)).toEqual({ stop_id: 'A01', stop_name: 'Metro Center, W' });
  });

  it('does not change the stop of other readers', async () => {
    const file = table('a,b\nx,y\n');
    const stopMaps = [{ operator: '77', file, by: 'device' as const, columns: { from: 'a', stop: 'b' } }];
    await deliver(url, { taps: [v3.tap('T', at)] }, { stopMaps });

    expect(await one(pool, stop)).toEqual({ stop_id: 'place', stop_name: 'Place' });
  });

  it('is refused with a reason if it does not exist, has other columns, or names an unknown operator', async () => {
    const columns = { from: 'a', stop: 'b' };
    const read = (operator: string, file: string) =>
      StopMaps.read([{ operator, file, by: 'device', columns }], [participant]);

    await expect(read('77', '/nowhere/map.csv')).rejects.toThrow('feeds.stopMaps: /nowhere/map.csv cannot be read');
    await expect(read('77', table('a;b\n'))).rejects.toThrow('has no column a, b');
    await expect(read('99', table('a,b\n'))).rejects.toThrow('no operator has the code 99');
  });

  const washington = sharedData('wmata', 'rail_mezzanine_to_station.csv');

  it.skipIf(washington === undefined)('of a real metro finds the station of a place', async () => {
    const columns = { from: 'mezzanine_id', stop: 'station_code', name: 'mezzanine_name' };
    const maps = await StopMaps.read(
      [{ operator: '77', file: washington ?? '', by: 'location', columns }],
      [participant],
    );
    const reader = { deviceId: null, locationName: null };

    expect(maps.find('77', { ...reader, locationId: '2' })).toEqual({ stopId: 'A02', stopName: 'Farragut North, SE' });
    expect(maps.find('77', { ...reader, locationId: '0' })).toBeUndefined();
  });
});
