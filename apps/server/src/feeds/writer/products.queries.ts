import { products } from './products.table.ts';
import { timedStatements } from './timed.queries.ts';

export const productStatements = timedStatements(products, { id: 'product_id', at: 'valid_from' });
