import type { ComponentProps } from "react";
import { type ButtonAppearance, buttonClassName } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

/**
 * A link that looks like a button. Separate from `Button`, so that pages without navigation, such as error pages, do
 * not load the router.
 */
export function ButtonLink({ variant, size, icon, iconOnly, ...rest }: ButtonAppearance & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={classNames(buttonClassName({ variant, size, iconOnly }), rest.className)}>
      {icon && <Icon of={icon} />}
      {rest.children}
    </Link>
  );
}
