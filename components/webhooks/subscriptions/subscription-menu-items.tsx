"use client";

import { List, Pencil, Send, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import type { Subscription } from "../../../contract/webhook-records.ts";
import { Menu, MenuItem, MenuLine } from "../../ui/menu.tsx";
import { nameOf, type SubscriptionSheet } from "../webhook-labels.ts";

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
    <Menu label={`Actions for ${name}`} isOpenAtFirst trigger={trigger}>
      <MenuItem icon={Send} obstacle={blocked} onSelect={() => onOpen("test")}>
        Test
      </MenuItem>
      <MenuItem icon={Pencil} obstacle={blocked} onSelect={() => onOpen("edit")}>
        Edit
      </MenuItem>
      <MenuItem icon={List} onSelect={() => router.push(`/webhooks/deliveries?subscriptionId=${subscription.id}`)}>
        View deliveries
      </MenuItem>
      <MenuLine />
      <MenuItem icon={Trash2} obstacle={blocked} onSelect={() => onOpen("delete")}>
        Delete
      </MenuItem>
    </Menu>
  );
}
