import { texts } from "./texts.ts";

type VerifyEndpointFieldProps = { isOn: boolean; hint: string; onChange: (isOn: boolean) => void };

/** Whether the endpoint must answer a challenge before events go there. Decision 0089. */
export function VerifyEndpointField({ isOn, hint, onChange }: VerifyEndpointFieldProps) {
  return (
    <label className="flex items-start gap-3">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-fg"
      />
      <span>
        {texts.sendEventsOnlyAfter}
        <span className="block text-fg-2 text-xs">{hint}</span>
      </span>
    </label>
  );
}
