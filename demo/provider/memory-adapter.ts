import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Stores the provider's sessions, codes and tokens in memory, until the program ends. */
const stored = new Map<string, AdapterPayload>();

function findBy(prefix: string, isWanted: (payload: AdapterPayload) => boolean): Promise<AdapterPayload | undefined> {
  const found = [...stored].find(([key, payload]) => key.startsWith(prefix) && isWanted(payload));
  return Promise.resolve(found?.[1]);
}

/** The storage for one kind of object, such as sessions or codes. */
export function memoryAdapter(kind: string): Adapter {
  const keyOf = (id: string) => `${kind}:${id}`;
  return {
    upsert: async (id, payload) => void stored.set(keyOf(id), payload),
    find: async (id) => stored.get(keyOf(id)),
    findByUid: (uid) => findBy(keyOf(''), (payload) => payload.uid === uid),
    findByUserCode: (code) => findBy(keyOf(''), (payload) => payload.userCode === code),
    destroy: async (id) => void stored.delete(keyOf(id)),
    revokeByGrantId: async (grantId) => {
      for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key);
    },
    consume: async (id) => {
      const payload = stored.get(keyOf(id));
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
  };
}
