"use client";

import { List, Pencil, Send, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { Menu, MenuItem, MenuLine } from "../ui/menu.tsx";
import type { SubscriptionMenuProps } from "./subscription-menu.tsx";
import { SubscriptionMenuButton } from "./subscription-menu-button.tsx";
import { nameOf } from "./webhook-words.ts";

/** Opens as soon as it is there: it was asked for. */
export function SubscriptionMenuItems({ subscription, blocked, onOpen }: SubscriptionMenuProps) {
  const router = useRouter();
  const name = nameOf(subscription);
  return (
    <Menu label={`Actions for ${name}`} isOpenAtFirst trigger={<SubscriptionMenuButton name={name} />}>
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
