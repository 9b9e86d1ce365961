/** Lines that stand for the second factors while they load: as high as an account without passkeys, so that what follows hardly moves. */
export const shownLines = 18;
