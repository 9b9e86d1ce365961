/** In which the city charges, gives back and sells. Its taps have the number that ISO 4217 has for it. */
export const currency = 'CAD';
export const currencyNumber = '124';
