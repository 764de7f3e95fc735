"use client";

import { Ellipsis } from "lucide-react";
import type { Subscription } from "../../../contract/webhook-records.ts";
import { lazyMenu } from "../../layout/lazy.tsx";
import { Button } from "../../ui/button.tsx";
import { nameOf, type SubscriptionSheet } from "../webhook-labels.ts";

export type SubscriptionMenuProps = {
  subscription: Subscription;
  blocked: string | null;
  onOpen: (sheet: SubscriptionSheet) => void;
};

const Menu = lazyMenu(
  ({ subscription }: SubscriptionMenuProps) => (
    <Button
      aria-haspopup="menu"
      variant="quiet"
      size="small"
      iconOnly
      icon={Ellipsis}
      aria-label={`Actions for ${nameOf(subscription)}`}
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
