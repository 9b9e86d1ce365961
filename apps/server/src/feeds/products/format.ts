import { delimitedFormat } from '../delimited/delimited-format.ts';
import { products } from './products.ts';
import { salesPackages } from './sales-packages.ts';

/**
 * Files of our own design, for what an operator sells beside the fares: products with all their conditions, and sales of
 * packages. `docs/feeds.md` describes them.
 */
export const productFiles = delimitedFormat({
  name: 'products',
  about: 'Products with their conditions and sales of packages, in files that docs/feeds.md describes',
  separator: ';',
  entities: [products, salesPackages],
  header: 'the header of a file of products or of sales',
});
