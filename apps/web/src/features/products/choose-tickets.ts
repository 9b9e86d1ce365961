import type { ProductPage, ProductSummary } from '@tapfolio/contracts/products.ts';

export type Ticket = {
  readonly id: string;
  readonly cardId: number;
  readonly cardName: string;
  readonly product: ProductSummary;
};
type Bought = { readonly cardId: number; readonly cardName: string; readonly page: ProductPage };

/** The products that can be travelled on now, the one that ends first on top (CARD-12). */
export function activeTickets(bought: readonly Bought[], now: Date): Ticket[] {
  const isActive = ({ status, validTo }: ProductSummary): boolean =>
    status === 'active' && Date.parse(validTo) > now.getTime();
  return bought
    .flatMap(({ cardId, cardName, page }) =>
      page.items.filter(isActive).map((product) => ({ id: product.id, cardId, cardName, product })),
    )
    .sort((a, b) => Date.parse(a.product.validTo) - Date.parse(b.product.validTo));
}
