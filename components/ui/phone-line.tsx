import { When } from "./when.tsx";

/** On a phone a second line of a row: what the hidden columns show. */
export function PhoneLine({ at, text }: { at: string; text: string }) {
  return (
    <span className="hidden min-w-0 gap-1.5 text-fg-2 text-xs leading-snug @max-[420px]:flex">
      <span className="shrink-0">
        <When at={at} />
      </span>
      {text !== "" && <span className="trim">· {text}</span>}
    </span>
  );
}
