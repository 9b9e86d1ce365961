import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { databaseParts, roleOf } from '../../src/database/tables/part-names.ts';
import { installDatabase } from '../../src/prepare-database.ts';
import { databaseUrl, onNodes } from '../on-nodes.ts';

interface Node {
  nodename: string;
  nodeport: number;
  groupid: number;
}

/**
 * Global setup of the tests on Citus: one migrated template on every node; each test file copies its database from it.
 * CITUS_DATABASE_URL belongs to a superuser at the coordinator, in a database that knows the workers.
 */
export default async function prepareCluster(project: TestProject): Promise<() => Promise<void>> {
  const coordinator = process.env.CITUS_DATABASE_URL ?? '';
  const serverUrls = (await findNodes(coordinator)).map((node) => urlOfNode(coordinator, node));
  const templateDatabase = `tapfolio_template_${process.pid}`;
  // The template comes first: to drop it waits for a copy that is still being made. Then the copies, also those that a test made for itself.
  const drop = async () => {
    await onNodes(serverUrls, `drop database if exists ${templateDatabase} with (force)`);
    for (const url of serverUrls)
      for (const name of await copiesOf(url, templateDatabase))
        await onNodes([url], `drop database if exists ${name} with (force)`);
  };
  try {
    const url = await createEmptyCluster(coordinator, templateDatabase);
    await installDatabase(url);
    await onNodes([url], databaseParts.map((part) => `alter role ${roleOf(part)} login;`).join('\n'));
    await onNodes(serverUrls, leftAlone(templateDatabase));
  } catch (error) {
    await drop();
    throw error;
  }
  project.provide('serverUrl', coordinator);
  project.provide('workerUrls', serverUrls.slice(1));
  project.provide('templateDatabase', templateDatabase);
  return drop;
}

/** A database on every node, without tables, that knows its workers; returns its URL at the coordinator. */
export async function createEmptyCluster(coordinator: string, name: string): Promise<string> {
  const nodes = await findNodes(coordinator);
  const serverUrls = nodes.map((node) => urlOfNode(coordinator, node));
  await onNodes(serverUrls, `create database ${name}`);
  await onNodes(
    serverUrls.map((url) => databaseUrl(url, name)),
    'create extension citus',
  );
  const url = databaseUrl(coordinator, name);
  await onNodes([url], joinNodes(name, nodes));
  return url;
}

/** The template and its copies. */
async function copiesOf(url: string, template: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const names = `select datname from pg_database where datname = $1 or starts_with(datname, $1 || '_')`;
    return (await client.query<{ datname: string }>(names, [template])).rows.map(({ datname }) => datname);
  } finally {
    await client.end();
  }
}

/** The coordinator is the first. */
async function findNodes(url: string): Promise<Node[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Node>('select nodename, nodeport, groupid from pg_dist_node order by groupid');
    if (rows[0]?.groupid === 0 && rows.length > 1) return rows;
    throw new Error('CITUS_DATABASE_URL names no database with a coordinator and workers (pg_dist_node)');
  } finally {
    await client.end();
  }
}

function urlOfNode(coordinator: string, { nodename, nodeport, groupid }: Node): string {
  const url = new URL(coordinator);
  if (groupid === 0) return url.href;
  url.hostname = nodename;
  url.port = String(nodeport);
  return url.href;
}

/** Four shards are enough to have rows on several nodes, and creating a month takes little time. */
function joinNodes(database: string, nodes: readonly Node[]): string {
  const joining = nodes.map(({ nodename, nodeport, groupid }) =>
    groupid === 0
      ? `select citus_set_coordinator_host('${nodename}', ${nodeport});`
      : `select citus_add_node('${nodename}', ${nodeport});`,
  );
  return [...joining, `alter database ${database} set citus.shard_count = 4;`].join('\n');
}

/** A database can only be copied without connections, but the nodes keep connections to each other, and a daemon in each. */
const leftAlone = (database: string) => `
  alter database ${database} allow_connections false;
  select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`;
