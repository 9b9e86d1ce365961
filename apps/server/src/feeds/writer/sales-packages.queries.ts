import { salesPackages } from './sales-packages.table.ts';
import { timedStatements } from './timed.queries.ts';

export const salesPackageStatements = timedStatements(salesPackages, { id: 'sale_id', at: 'sold_at' });
