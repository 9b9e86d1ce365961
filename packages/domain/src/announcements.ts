/** How much an announcement of the operator matters: a warning stands first. */
export const announcementLevels = ['information', 'warning'] as const;
export type AnnouncementLevel = (typeof announcementLevels)[number];

/** What an announcement can be for: the sign-in, or the screens about one of these subjects. `receipt` is the public page of receipts. */
export const announcementScreens = ['sign-in', 'cards', 'trips', 'payments', 'receipt'] as const;
export type AnnouncementScreens = (typeof announcementScreens)[number];

/** So many characters the title of an announcement has at most. */
export const maxAnnouncementTitle = 80;

/** So many characters the text below the title has at most. */
export const maxAnnouncementBody = 400;

/** So many announcements are in force or to come at most: more would push the screens away that they stand above. */
export const maxAnnouncements = 10;
