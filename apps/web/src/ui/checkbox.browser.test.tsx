import { expect, test } from 'vitest';
import { renderPart } from '../../test/render.tsx';
import { Checkbox } from './checkbox.tsx';

test('a required box is called wrong only after the form was refused', async () => {
  const { getByRole, rerender } = await renderPart(<Checkbox name="consent" label="I agree" required />);
  const box = getByRole('checkbox', { name: 'I agree' });
  await expect.element(box).toHaveAttribute('aria-invalid', 'false');

  await rerender(<Checkbox name="consent" label="I agree" error={() => 'Agree to go on'} required />);

  await expect.element(box).toHaveAttribute('aria-invalid', 'true');
  await expect.element(box).toHaveAccessibleDescription('Agree to go on');
});
