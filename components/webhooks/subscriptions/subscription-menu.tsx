"use client";

import { Ellipsis } from "lucide-react";
import { lazyMenu } from "../../layout/lazy.tsx";
import { Button } from "../../ui/button.tsx";
import { nameOf } from "../webhook-labels.ts";
import type { SubscriptionMenuProps } from "./subscription-menu-items.tsx";
import { texts } from "./texts.ts";

const Menu = lazyMenu(
  ({ subscription }: SubscriptionMenuProps) => (
    <Button
      aria-haspopup="menu"
      variant="quiet"
      size="small"
      iconOnly
      icon={Ellipsis}
      aria-label={texts.actionsForName(nameOf(subscription))}
    />
  ),
  () => import("./subscription-menu-items.tsx").then((module) => module.SubscriptionMenuItems),
);

/** A subscription's actions, above the link that covers its row. */
export function SubscriptionMenu(props: SubscriptionMenuProps) {
  return (
    <span className="relative z-10 inline-flex">
      <Menu {...props} />
    </span>
  );
}
