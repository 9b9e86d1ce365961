import { checkFields, required } from '../../lib/form-check.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';

const check = checkFields({ name: required, password: required, terms: required });
const kinds = [
  { value: 'card', label: 'Card' },
  { value: 'phone', label: 'Phone' },
];

/** Press the button with empty fields to see errors; type "no" as the name to see a refusal of the whole form. */
export function FieldsStory() {
  const state = useForm({
    check,
    send: async ({ name }) => {
      if (name === 'no') throw new Error('refused');
    },
    refusal: () => ({ form: () => 'Refused as a whole.' }),
  });
  return (
    <Panel title="Fields and forms">
      <Form state={state}>
        <TextField {...state.field('name')} label="Text" help="Help stands before the box." />
        <TextField label="Amount" name="amount" unit="CAD" inputMode="decimal" />
        <PasswordField {...state.field('password')} label="Password" autoComplete="new-password" />
        <Select label="Choice" name="kind" options={kinds} />
        <RadioGroup label="One of several" name="one" error={undefined} options={kinds} />
        <TextArea label="Lines" name="lines" help="It grows." note={{ id: 'lines-note', text: '0 of 1,000' }} />
        <Checkbox {...state.field('terms')} label="A box that must be ticked" />
        <Button type="submit" variant="primary" isBusy={state.isPending}>
          Send
        </Button>
      </Form>
    </Panel>
  );
}
