"use client";

import { List, Pencil, Send, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import type { Subscription } from "../../../contract/webhook-records.ts";
import { Menu, MenuItem, MenuLine } from "../../ui/menu.tsx";
import { nameOf, type SubscriptionSheet } from "../webhook-labels.ts";
import { texts } from "./texts.ts";

export type SubscriptionMenuProps = {
  subscription: Subscription;
  blocked: string | null;
  onOpen: (sheet: SubscriptionSheet) => void;
};
type SubscriptionMenuItemsProps = SubscriptionMenuProps & { trigger: ReactNode };

/** Opens as soon as it is loaded, as the user has already clicked. */
export function SubscriptionMenuItems({ subscription, blocked, trigger, onOpen }: SubscriptionMenuItemsProps) {
  const router = useRouter();
  const name = nameOf(subscription);
  return (
    <Menu label={texts.actionsForName(name)} isOpenAtFirst trigger={trigger}>
      <MenuItem icon={Send} obstacle={blocked} onSelect={() => onOpen("test")}>
        {texts.test}
      </MenuItem>
      <MenuItem icon={Pencil} obstacle={blocked} onSelect={() => onOpen("edit")}>
        {texts.edit}
      </MenuItem>
      <MenuItem icon={List} onSelect={() => router.push(`/webhooks/deliveries?subscriptionId=${subscription.id}`)}>
        {texts.viewDeliveries}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={Trash2} obstacle={blocked} onSelect={() => onOpen("delete")}>
        {texts.delete}
      </MenuItem>
    </Menu>
  );
}
