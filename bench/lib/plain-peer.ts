/**
 * The trips page in its simplest form, for comparison: one Fastify route, one pool, one statement that joins session, card, rows
 * and names. Usage: DATABASE_URL=… node bench/lib/plain-peer.ts
 */
import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 9 });
const app = Fastify();

const text = `select t.trip_id, t.started_at, t.checked_out_at, t.updated_at, t.status, t.fare_minor, t.currency, t.fare_reason,
    t.service_day, t.srid, l.line_id, l.name, coalesce(l.names ->> 'en', l.long_name) as long_name, l.color, l.text_color,
    coalesce(l.transport_type, t.transport_type) as transport_type, coalesce(f.names ->> 'en', f.name, t.from_name) as from_stop,
    coalesce(o.names ->> 'en', o.name, t.to_name) as to_stop, op.time_zone
  from sessions s
  join passengers p on p.passenger_id = s.passenger_id
  join cards c on c.passenger_id = p.passenger_id and c.card_id = $2
  join trips t on t.medium_id = c.medium_id
  join operators op on op.operator_code = t.operator_code
  left join lines l on l.operator_code = t.operator_code and l.line_id = t.line_id
  left join stops f on f.operator_code = t.operator_code and f.stop_id = t.from_stop_id
  left join stops o on o.operator_code = t.operator_code and o.stop_id = t.to_stop_id
  where s.token_hash = $1 and s.expires_at > now() and p.status = 'active'
  order by t.started_at desc, t.trip_id desc
  limit 21`;

app.get<{ Params: { cardId: string } }>('/cards/:cardId/trips', async (request, reply) => {
  const token = /tapfolio-session=([\w-]{43})/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const tokenHash = createHash('sha256').update(token).digest();
  const { rows } = await pool.query({ name: 'page', text, values: [tokenHash, request.params.cardId] });
  if (rows.length === 0) return reply.code(401).send({ error: 'unauthenticated' });
  return { items: rows.slice(0, 20), hasMore: rows.length > 20 };
});

process.stdout.write(`Listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
process.on('SIGINT', () => process.exit(0));
