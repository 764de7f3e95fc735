import { DayText } from "../ui/day-text.tsx";
import { Field } from "../ui/field.tsx";

type DateFieldProps = {
  label: string;
  value: string | null;
  error?: string | undefined;
  onDay: (day: string | null) => void;
};

/** A day in Lagos, with its label. */
export function DateField({ label, value, error, onDay }: DateFieldProps) {
  return (
    <Field label={label} error={error}>
      {(field) => <DayText {...field} value={value ?? ""} onDay={onDay} className="w-full" />}
    </Field>
  );
}
