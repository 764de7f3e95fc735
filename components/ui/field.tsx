import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Icon } from "./icon.tsx";

/** Attributes that connect a control to its label, hint and error. */
export type FieldControl = { id: string; "aria-describedby"?: string; "aria-invalid"?: true };

type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** At the right end of the label's line: a count or a link. */
  aside?: ReactNode;
  children: (control: FieldControl) => ReactNode;
};

export function Field({ label, hint, error, aside, children }: FieldProps) {
  const id = useId();
  const described = [error ? `${id}-error` : "", hint ? `${id}-hint` : ""].filter(Boolean).join(" ");
  const control: FieldControl = { id, ...(described && { "aria-describedby": described }) };
  return (
    // Rows at the top: beside a field that has grown by an error, nothing in this one moves.
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children(error ? { ...control, "aria-invalid": true } : control)}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} className="text-fg-3 text-xs">
          {hint}
        </p>
      )}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-bad text-xs">
      <Icon of={CircleAlert} size={12} className="mt-0.5" />
      <span>{children}</span>
    </p>
  );
}
