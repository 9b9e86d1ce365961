/** Makes the sources that are not committed, unless they are up to date. Usage: node scripts/generate.ts */
import { generateSources } from './lib/generated-sources.ts';

try {
  await generateSources();
} catch (error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
  process.stderr.write(
    'The generated sources are missing or old, and the tools that make them are not installed here.\n' +
      'Run "npm run build" where they are, and bring packages/*/src/generated along with apps/web/dist.\n',
  );
  process.exitCode = 1;
}
