import { expect, it } from 'vitest';
import { bilingual, problemsOf } from '../../test/config-file.ts';

it('says how a password is written into an address, when it makes the address unreadable', () => {
  const environment = { DATABASE_URL: 'postgresql://calls:p#ss@db.example/tapfolio' };

  expect(problemsOf(bilingual, environment)).toEqual([
    'DATABASE_URL: is not a complete address: in the password write each / as %2F, # as %23, ? as %3F, % as %25, @ as %40 and : as %3A',
  ]);
});

it('says how a socket of this machine is written, which other programs find without a host', () => {
  expect(problemsOf(bilingual, { DATABASE_URL: 'postgresql://calls:pass@/tapfolio?host=/run/postgresql' })).toEqual([
    'DATABASE_URL: names no host before the database: write a socket of this machine as postgresql://LOGIN:PASSWORD@%2Frun%2Fpostgresql/DATABASE',
  ]);
  expect(problemsOf(bilingual, { DATABASE_URL: 'postgresql://calls:pass@%2Frun%2Fpostgresql/tapfolio' })).toEqual([]);
});

it('says that the address of a database has one host', () => {
  const several = [
    'postgresql://calls:p%40ss@one.example:5432,two.example:5432/tapfolio?target_session_attrs=read-write',
    'postgresql://one.example,two.example/tapfolio',
    'postgresql://calls@/tapfolio?host=one.example%2Ctwo.example',
  ];
  for (const url of several)
    expect(problemsOf(bilingual, { DATABASE_URL: url })).toEqual([
      'DATABASE_URL: must name one host, which leads to the server that takes writes, also after a failover',
    ]);
  expect(problemsOf(bilingual, { DATABASE_URL: 'postgresql://calls:p,ss@one.example/tapfolio' })).toEqual([]);
});
