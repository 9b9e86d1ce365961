/** Somebody whom the provider signs in. */
export interface ProviderPerson {
  email: string;
  firstName: string;
  lastName: string;
}
