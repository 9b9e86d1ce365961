import { loadTexts } from '../../lib/i18n.ts';
import { Screen } from '../../ui/screen.tsx';
import { Toasts } from '../../ui/toasts.tsx';
import { ActionsStory } from './actions-story.tsx';
import { DataStory } from './data-story.tsx';
import { FieldsStory } from './fields-story.tsx';
import { LayoutStory } from './layout-story.tsx';
import { StatesStory } from './states-story.tsx';

/** Every part of the design system on one page, to look at and for the accessibility tests. Development only. */
export async function loadGallery() {
  await loadTexts();
  return (
    <main id="main">
      <Screen title="Gallery" intro="Parts of src/ui, in the page's language and the system's colours.">
        <ActionsStory />
        <FieldsStory />
        <StatesStory />
        <LayoutStory />
        <DataStory />
      </Screen>
      <Toasts />
    </main>
  );
}
