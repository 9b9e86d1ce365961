import { maxFavourites } from '@tapfolio/domain/favourite-rules.ts';
import { selectList, statement } from '../../lib/sql.ts';
import { instant, text, uuid } from '../../lib/sql-types.ts';

const columns = {
  favourite_id: uuid,
  operator_code: text,
  package_code: text,
  package_name: text,
  name: text,
  added_at: instant,
};

export const listFavourites = statement({
  name: 'favourites.list',
  values: { passengerId: uuid },
  row: columns,
  text: `select ${selectList(columns)}
  from favourites
  where passenger_id = $passengerId
  order by place`,
});

/** Takes the first free place; no row if both are taken. */
export const insertFavourite = statement({
  name: 'favourites.insert',
  values: {
    passengerId: uuid,
    favouriteId: uuid,
    operatorCode: text,
    packageCode: text,
    packageName: text,
    name: text,
  },
  row: { favourite_id: uuid },
  text: `insert into favourites (
    passenger_id, favourite_id, place, operator_code, package_code, package_name, name
  )
  select $passengerId, $favouriteId, free.place, $operatorCode, $packageCode, $packageName, $name
  from generate_series(1, ${maxFavourites}) as free (place)
  where not exists (
    select from favourites as taken where taken.passenger_id = $passengerId and taken.place = free.place
  )
  order by free.place
  limit 1
  returning favourite_id`,
});

export const updateFavouriteName = statement({
  name: 'favourites.updateName',
  values: { passengerId: uuid, favouriteId: uuid, name: text },
  row: { favourite_id: uuid },
  text: `update favourites
  set name = $name
  where passenger_id = $passengerId and favourite_id = $favouriteId
  returning favourite_id`,
});

export const deleteFavourite = statement({
  name: 'favourites.delete',
  values: { passengerId: uuid, favouriteId: uuid },
  row: { favourite_id: uuid },
  text: `delete from favourites
  where passenger_id = $passengerId and favourite_id = $favouriteId
  returning favourite_id`,
});
