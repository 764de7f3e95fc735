"use client";

import { Ellipsis, List, Pencil, Send, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import type { Subscription } from "../../contract/webhook-records.ts";
import { Button } from "../ui/button.tsx";
import { Menu, MenuItem, MenuLine } from "../ui/menu.tsx";
import { nameOf, type SubscriptionSheet } from "./webhook-words.ts";

type SubscriptionMenuProps = {
  subscription: Subscription;
  blocked: string | null;
  onOpen: (sheet: SubscriptionSheet) => void;
};

export function SubscriptionMenu({ subscription, blocked, onOpen }: SubscriptionMenuProps) {
  const router = useRouter();
  const name = nameOf(subscription);
  return (
    <span className="relative z-10 inline-flex">
      <Menu
        label={`Actions for ${name}`}
        trigger={<Button variant="quiet" size="small" iconOnly icon={Ellipsis} aria-label={`Actions for ${name}`} />}
      >
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
    </span>
  );
}
