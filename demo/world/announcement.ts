import { randomUUID } from 'node:crypto';
import type { RunningServer } from '@tapfolio/server/src/main.ts';
import {
  addAnnouncement,
  type NewAnnouncement,
} from '@tapfolio/server/src/modules/announcements/announcements.service.ts';
import { asOwner } from './as-owner.ts';

const lateFerries: NewAnnouncement = {
  startsAt: null,
  endsAt: null,
  level: 'information',
  shownOn: ['payments'],
  texts: {
    en_CA: {
      title: 'Ferry charges arrive late',
      body: 'Far Shore Ferries charges trips up to three days later than usual this season. Each trip keeps its date and its price, and nothing is charged twice.',
      more: 'https://transit.port-lumiere.example/ferry-charges',
    },
    fr_CA: {
      title: 'Les débits du traversier arrivent en retard',
      body: 'Cette saison, Far Shore Ferries débite les trajets jusqu’à trois jours plus tard que d’habitude. Chaque trajet garde sa date et son prix, et rien n’est débité deux fois.',
      more: 'https://transport.port-lumiere.example/debits-du-traversier',
    },
  },
};

/** Tells all passengers of the city something, once: an earlier start has told it already. */
export async function announce({ databaseUrl }: RunningServer): Promise<void> {
  await asOwner(databaseUrl, async (pool) => await addAnnouncement(pool, lateFerries, randomUUID()));
}
