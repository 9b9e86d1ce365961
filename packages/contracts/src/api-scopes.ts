/** What a key of an operator's own systems may be good for. A key holds one or more of them. */
export const apiScopes = ['refunds:read', 'refunds:write'] as const;
export type ApiScope = (typeof apiScopes)[number];
