import Link from "next/link";
import type { ComponentProps } from "react";
import { buttonLook, type Look } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";

/** Leads somewhere and looks like a button. Apart from it: what only acts, such as the pages of errors, carries no router. */
export function ButtonLink({ variant, size, icon, iconOnly, ...rest }: Look & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={classNames(buttonLook({ variant, size, iconOnly }), rest.className)}>
      {icon && <Icon of={icon} />}
      {rest.children}
    </Link>
  );
}
