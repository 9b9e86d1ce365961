import { registerHooks } from 'node:module';

/* The thread that makes documents. Typst cannot be loaded in one that starts while TEST_TYPST_FAILS is set. */

if (process.env.TEST_TYPST_FAILS)
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (specifier.includes('typst-ts-node-compiler')) throw new Error('too many open files');
      return nextResolve(specifier, context);
    },
  });
await import('../src/documents/compile.worker.ts');
