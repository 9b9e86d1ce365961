/** How many favourites a passenger may have. */
export const maxFavourites = 2;

/** The maximum age, in service days, of a package that may become a favourite: four weeks. */
export const favouriteDays = 28;

/** Whether the passenger may save the package as a favourite. open: yes. chosen: it is one. too_old: it was sold too long ago. */
export const favouriteChoices = ['open', 'chosen', 'too_old'] as const;
/** Whether a sold package may become a favourite, is one, or was sold too long ago. */
export type FavouriteChoice = (typeof favouriteChoices)[number];
