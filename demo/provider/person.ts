/** A person with an account at the provider. */
export interface ProviderPerson {
  email: string;
  firstName: string;
  lastName: string;
}
