/** The scopes of API keys: what an operator's own systems may do. A key has one or more of them. */
export const apiScopes = ['refunds:read', 'refunds:write', 'questions:read', 'questions:write'] as const;
export type ApiScope = (typeof apiScopes)[number];
