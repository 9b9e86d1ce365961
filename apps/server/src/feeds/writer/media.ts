import type pg from 'pg';
import type { Chunk } from '../canonical.ts';
import { copyLine, copyRows } from './copy-rows.ts';
import * as queries from './media.queries.ts';

interface Sighting {
  mediumId: string;
  operatorCode: string;
  scheme: string | null;
  mediumType: string | null;
  lastFour: string | null;
  firstDay: string;
  lastDay: string;
}

/** Beyond this many cards per file the memory starts over; writing one twice does no harm. */
const rememberedMedia = 50_000;

/**
 * Keeps `media` up to date. First and last sight are kept to the day (UTC): a card that travels all day is written
 * once per file, not once per chunk, and files in any order give the same row.
 */
export class MediaWriter {
  readonly #written = new Map<string, string>();

  async write(client: pg.ClientBase, chunk: Chunk, exportedAt: string): Promise<void> {
    const news = [...sightings(chunk, exportedAt).values()].filter((sighting) => this.#isNews(sighting));
    if (news.length === 0) return;
    await copyRows(client, queries.copyMedia, news, (medium) =>
      copyLine([
        medium.mediumId,
        medium.operatorCode,
        medium.scheme,
        medium.mediumType,
        medium.lastFour,
        `${medium.firstDay}T00:00:00Z`,
        `${medium.lastDay}T00:00:00Z`,
      ]),
    );
    await client.query(queries.upsertMedia);
  }

  #isNews({ mediumId, ...seen }: Sighting): boolean {
    const facts = Object.values(seen).join(' ');
    if (this.#written.get(mediumId) === facts) return false;
    if (this.#written.size >= rememberedMedia) this.#written.clear();
    this.#written.set(mediumId, facts);
    return true;
  }
}

function sightings(chunk: Chunk, exportedAt: string): Map<string, Sighting> {
  const found = new Map<string, Sighting>();
  const see = (seen: { mediumId: string; operatorCode: string }, at: string, more: Partial<Sighting>) => {
    const day = at.slice(0, 10);
    const known = found.get(seen.mediumId);
    if (!known) {
      const { mediumId, operatorCode } = seen;
      found.set(mediumId, {
        mediumId,
        operatorCode,
        scheme: null,
        mediumType: null,
        lastFour: null,
        ...more,
        firstDay: day,
        lastDay: day,
      });
      return;
    }
    if (day < known.firstDay) known.firstDay = day;
    if (day > known.lastDay) known.lastDay = day;
    known.scheme = more.scheme ?? known.scheme;
    known.mediumType = more.mediumType ?? known.mediumType;
    known.lastFour = more.lastFour ?? known.lastFour;
  };
  for (const tap of chunk.taps) see(tap, tap.tappedAt, { lastFour: tap.lastFour, mediumType: tap.mediumType });
  for (const payment of chunk.payments) see(payment, payment.openedAt, {});
  for (const { scheme, requestedAt, ...seen } of [...chunk.settlements, ...chunk.authorisations]) {
    see(seen, requestedAt ?? exportedAt, { scheme });
  }
  return found;
}
