import { expect, it } from 'vitest';
import { splitStatements } from './split-statements.ts';

it('ends a statement at its semicolon, and keeps the comment before it', () => {
  expect(splitStatements('-- one; two\nselect 1;\n\nselect 2;\n-- the end\n')).toEqual([
    '-- one; two\nselect 1;',
    'select 2;',
  ]);
});

it('returns a last statement that has no semicolon', () => {
  expect(splitStatements('select 1; select 2')).toEqual(['select 1;', 'select 2']);
});

it.each([
  ['a text', `comment on table a is 'its; owner''s; "name';`],
  ['a name', 'create table "a;b" (id int);'],
  ['a comment', "select 1 /* one; or $$ ; */ - 2 / 3 -- don't;\n;"],
  ['a body', `do $$ begin perform ';'; perform 1; end $$;`],
  [
    'a named body',
    `create function a() returns void as $body$ begin execute $$select 1;$$; end $body$ language plpgsql;`,
  ],
])('ends no statement in %s', (_, statement) => {
  expect(splitStatements(`${statement}\nselect 1;`)).toEqual([statement, 'select 1;']);
});

it('finds nothing in a text without statements', () => {
  expect(splitStatements('\n-- nothing\n')).toEqual([]);
});
