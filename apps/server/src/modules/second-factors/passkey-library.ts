/** Reads and makes what browsers say of passkeys. Loaded at the first use of one, since it takes megabytes. */
export const passkeyLibrary = () => import('@simplewebauthn/server');
