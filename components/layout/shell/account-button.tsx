"use client";

import { ChevronsUpDown } from "lucide-react";
import type { ComponentProps } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { initials } from "../../../lib/format/names.ts";
import { Icon } from "../../ui/icon.tsx";
import { texts } from "./texts.ts";

/** Shows the signed-in user. The trigger of the account menu. */
export function AccountButton(rest: ComponentProps<"button">) {
  const { firstName, lastName, role } = useSession();
  const name = `${firstName} ${lastName}`;
  return (
    <button
      type="button"
      aria-haspopup="menu"
      {...rest}
      className="mt-1 flex h-12 w-full items-center gap-2.5 rounded-chip px-2 text-left font-medium outline-offset-[-2px] hover:bg-line md:max-lg:justify-center md:max-lg:px-0"
    >
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full bg-panel font-semibold text-fg-2 text-xs shadow-hair"
      >
        {initials(firstName, lastName)}
      </span>
      <span className="sr-only">{texts.accountOfNameRole(name, role)}</span>
      <span aria-hidden className="grid min-w-0 flex-1 md:max-lg:hidden">
        <span className="trim text-fg">{name}</span>
        <span className="trim font-normal text-fg-2 text-xs">{role}</span>
      </span>
      <Icon of={ChevronsUpDown} className="text-fg-2 md:max-lg:hidden" />
    </button>
  );
}
