import { found } from './found.table.ts';
import { workStatement } from './work-statement.sql.ts';

export const emptyFound = workStatement('feeds.found.empty', `truncate ${found.stage}`);
