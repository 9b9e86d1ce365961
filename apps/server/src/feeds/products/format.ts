import { delimitedFormat } from '../delimited-format.ts';
import { cardStates } from './card-states.ts';
import { products } from './products.ts';
import { salesPackages } from './sales-packages.ts';

/**
 * Files of our own design, for what an operator tells beside the fares: products with all their conditions, sales of
 * packages, and which cards are lost or replaced. `docs/feeds.md` describes them.
 */
export const productFiles = delimitedFormat({
  name: 'products',
  about: 'Products, sales of packages, and lost or replaced cards, in files that docs/feeds.md describes',
  separator: ';',
  entities: [products, salesPackages, cardStates],
  files: 'a file of products, of sales or of cards',
});
