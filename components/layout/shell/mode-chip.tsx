import type { Session } from "../../../lib/permissions.ts";
import { classNames } from "../../ui/class-names.ts";
import { texts } from "./texts.ts";

/** The account mode of the page: prominent in sandbox, plain in production. Dashboard 5.9. */
export function ModeChip({ mode }: { mode: Session["mode"] }) {
  const isSandbox = mode === "SANDBOX";
  return (
    <span
      className={classNames(
        "inline-flex h-5 items-center gap-1.5 rounded-full pr-2 pl-[7px] font-medium text-xs",
        isSandbox ? "bg-sandbox-tint text-sandbox" : "bg-panel text-fg-2 shadow-hair",
      )}
    >
      <span aria-hidden className={classNames("size-1.5 rounded-full", isSandbox ? "bg-sandbox" : "bg-ok")} />
      {isSandbox ? texts.sandbox : texts.live}
    </span>
  );
}
