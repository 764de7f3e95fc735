type DayInputProps = {
  label: string;
  value: string | undefined;
  /** The ID of what is said against it, if anything is. */
  problemId: string | undefined;
  onDay: (day: string | null) => void;
};

/** A day with its name beside it, for a row of filters. */
export function DayInput({ label, value, problemId, onDay }: DayInputProps) {
  return (
    <label className="inline-flex items-center gap-2 max-md:flex-1">
      <span className="whitespace-nowrap text-fg-2 text-xs">{label}</span>
      <input
        type="date"
        value={value ?? ""}
        min="2000-01-01"
        max="2099-12-31"
        aria-describedby={problemId}
        aria-invalid={problemId !== undefined || undefined}
        onChange={({ target }) => onDay(target.value === "" ? null : target.value)}
        className="h-control w-full rounded-control border border-control-line bg-panel px-3 tabular-nums outline-offset-2 hover:border-fg-2 md:w-36"
      />
    </label>
  );
}
