import { Component, type ReactNode } from 'react';
import { report } from '../lib/errors.ts';
import { useT } from '../lib/i18n.ts';
import { isLoadFailure } from '../lib/load-in-time.ts';
import { reloadPage } from '../lib/reload-page.ts';
import { ErrorState } from './error-state.tsx';

type Props = {
  children: ReactNode;
  /** What stands there after a fault; left out, words and a button to try again. */
  instead?: ReactNode;
};
type State = { error?: unknown };

/** Keeps a fault inside the part it happens in: the rest of the screen stays. */
export class Boundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    report(error);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (this.props.instead !== undefined) return this.props.instead;
    return <Broken error={error} onRetry={() => this.setState({ error: undefined })} />;
  }
}

function Broken({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT();
  const isMissing = isLoadFailure(error);
  return (
    // Browsers remember a chunk that failed, so only a reload of the page loads it.
    <ErrorState onRetry={isMissing ? reloadPage : onRetry}>
      {t(isMissing ? 'common.network' : 'common.brokenPart')}
    </ErrorState>
  );
}
