import { When } from "./when.tsx";

/** On a phone a second line of a row: what the hidden columns show. Where it is too narrow, `text` is cut and `id` stays whole. */
export function PhoneLine({ at, text, id }: { at: string; text: string; id?: string }) {
  return (
    <span className="hidden min-w-0 gap-1.5 text-fg-2 text-xs leading-snug @max-[420px]:flex">
      <span className="shrink-0">
        <When at={at} />
      </span>
      {text !== "" && <span className="trim">· {text}</span>}
      {id !== undefined && <span className="shrink-0">{id}</span>}
    </span>
  );
}
