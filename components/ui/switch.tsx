import { classNames } from "./class-names.ts";

type SwitchProps = {
  label: string;
  isOn: boolean;
  /** Stays focusable and describes the reason by `describedBy`; a click does nothing. */
  isBlocked?: boolean;
  describedBy?: string | undefined;
  /** Requests the other position; the switch moves when its value changes. */
  onAsk: () => void;
};

/** A switch, on or off. 32 × 20 px in a target of at least 24 px. */
export function Switch({ label, isOn, isBlocked = false, describedBy, onAsk }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      aria-disabled={isBlocked || undefined}
      aria-describedby={describedBy}
      onClick={() => isBlocked || onAsk()}
      className={classNames(
        "-m-0.5 shrink-0 rounded-full p-0.5 max-md:-m-1.5 max-md:p-1.5",
        isBlocked && "cursor-not-allowed",
      )}
    >
      <span
        className={classNames(
          "flex h-5 w-8 items-center rounded-full p-0.5 transition-colors duration-100",
          isOn ? "justify-end" : "justify-start",
          isBlocked ? "bg-fg-3" : isOn ? "bg-accent" : "bg-control-line",
        )}
      >
        <span className="size-4 rounded-full bg-panel" />
      </span>
    </button>
  );
}
