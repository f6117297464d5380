// A labelled list to choose from.
interface Props {
  label: string;
  value: string;
  choices: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}

export function Choice({ label, value, choices, onChange }: Props) {
  return (
    <label class="choice">
      {label}{' '}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {choices.map(([name, text]) => (
          <option key={name} value={name}>{text}</option>
        ))}
      </select>
    </label>
  );
}
