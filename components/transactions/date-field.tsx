import { Field } from "../ui/field.tsx";

type DateFieldProps = {
  label: string;
  value: string | null;
  error?: string | undefined;
  onDay: (day: string | null) => void;
};

/** A day in Lagos, chosen in the browser's own calendar. */
export function DateField({ label, value, error, onDay }: DateFieldProps) {
  return (
    <Field label={label} error={error}>
      {(field) => (
        <input
          {...field}
          type="date"
          min="2000-01-01"
          max="2099-12-31"
          value={value ?? ""}
          onChange={({ target }) => onDay(target.value === "" ? null : target.value)}
          className="h-control w-full rounded-control border border-control-line bg-panel px-3 tabular-nums outline-offset-2 hover:border-fg-2 aria-invalid:border-bad"
        />
      )}
    </Field>
  );
}
