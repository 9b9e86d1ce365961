import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { TripsIcon } from '../../ui/icons.tsx';
import { LineBadge } from '../../ui/line-badge.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Tone } from '../../ui/status-text.tsx';
import { StatusText } from '../../ui/status-text.tsx';

const tones: readonly Tone[] = ['neutral', 'info', 'success', 'warning', 'danger'];

export function StatesStory() {
  return (
    <Panel title="Words, states, details">
      <FormActions>
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        {tones.map((tone) => (
          <StatusText key={tone} tone={tone}>
            {tone}
          </StatusText>
        ))}
        <LineBadge name="1" color="D00000" textColor="FFFFFF" />
        <LineBadge name="Yellow" color="FFD500" textColor="FFFFFF" />
        <LineBadge name="none" color={null} textColor={null} />
      </FormActions>
      <Alert type="warning" title="An alert">
        It stays on the page.
      </Alert>
      <Skeleton lines={3} />
      <EmptyState icon={<TripsIcon />} title="Nothing here yet">
        The reason and the next step.
      </EmptyState>
      <ErrorState traceId="0f8c-21" onRetry={() => undefined}>
        Why it failed.
      </ErrorState>
      <div>
        <Disclosure id="example" summary="Details in place">
          {() => 'Made when first opened.'}
        </Disclosure>
      </div>
    </Panel>
  );
}
