type OptionFieldProps = { label: string; isOn: boolean; hint: string; onChange: (isOn: boolean) => void };

/** A rule of a subscription that is on or off, with what it does. */
export function OptionField({ label, isOn, hint, onChange }: OptionFieldProps) {
  return (
    <label className="flex items-start gap-3">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-fg"
      />
      <span>
        {label}
        <span className="block text-fg-2 text-xs">{hint}</span>
      </span>
    </label>
  );
}
