/** How many favourites a passenger may have. */
export const maxFavourites = 2;

/** A package may be chosen from the operator's day on that is so many days before today's: four weeks. */
export const favouriteDays = 28;

/** Whether a sold package may become a favourite, is one, or was sold too long ago. */
export const favouriteChoices = ['open', 'chosen', 'too_old'] as const;
/** Whether a sold package may become a favourite, is one, or was sold too long ago. */
export type FavouriteChoice = (typeof favouriteChoices)[number];
