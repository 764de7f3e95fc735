import { CopyButton } from "../../ui/copy-button.tsx";

/** A key in clear text with a copy button. */
export function KeyText({ label, text }: { label: string; text: string }) {
  return (
    <div className="grid gap-1.5">
      <p className="font-medium">{label}</p>
      <p className="flex items-start gap-2 rounded-control border bg-subtle px-3 py-2">
        <span className="min-w-0 flex-1 select-all break-all font-mono text-id">{text}</span>
        <CopyButton value={text} label={label.toLowerCase()} />
      </p>
    </div>
  );
}
