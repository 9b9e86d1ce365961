import type { ActiveTicketList } from '@tapfolio/contracts/products.ts';
import { type LinkedCard, linkedCards } from '../cards/card-views.service.ts';
import { readActiveProducts } from '../products/products.service.ts';
import type { TravelReading } from '../travel/reading.ts';
import { readEach } from '../travel/several-media.ts';

/** What can be travelled on now with any of a passenger's cards, the ticket that ends first on top (CARD-12). */
export async function readActiveTickets(travel: TravelReading, passengerId: string): Promise<ActiveTicketList> {
  const cards = await linkedCards(travel.readDb, passengerId);
  const ofCards = await Promise.all(cards.map((card) => ticketsOf(travel, card)));
  return { items: ofCards.flat().toSorted((a, b) => endOf(a) - endOf(b)) };
}

type Ticket = ActiveTicketList['items'][number];

async function ticketsOf(travel: TravelReading, { cardId, name, media }: LinkedCard): Promise<Ticket[]> {
  const products = await readEach(media, (medium) => readActiveProducts(travel, medium));
  return products.flat().map((product) => ({ id: product.id, cardId, cardName: name, product }));
}

const endOf = ({ product }: Ticket) => Date.parse(product.validTo);
