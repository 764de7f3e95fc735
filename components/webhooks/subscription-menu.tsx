"use client";

import { Ellipsis, List, Pencil, Send, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import type { Subscription } from "../../contract/webhook-records.ts";
import { Button } from "../ui/button.tsx";
import { Menu, MenuHead, MenuItem, MenuLine } from "../ui/menu.tsx";
import type { SubscriptionSheet } from "./subscriptions-columns.tsx";
import { nameOf } from "./webhook-words.ts";

type SubscriptionMenuProps = {
  subscription: Subscription;
  blocked: string | null;
  onOpen: (sheet: SubscriptionSheet) => void;
};

export function SubscriptionMenu({ subscription, blocked, onOpen }: SubscriptionMenuProps) {
  const router = useRouter();
  const name = nameOf(subscription);
  const isBlocked = blocked !== null;
  return (
    <span className="relative z-10 inline-flex">
      <Menu
        label={`Actions for ${name}`}
        trigger={<Button variant="quiet" size="small" iconOnly icon={Ellipsis} aria-label={`Actions for ${name}`} />}
      >
        <MenuItem icon={Send} isBlocked={isBlocked} onSelect={() => onOpen("test")}>
          Test
        </MenuItem>
        <MenuItem icon={Pencil} isBlocked={isBlocked} onSelect={() => onOpen("edit")}>
          Edit
        </MenuItem>
        <MenuItem icon={List} onSelect={() => router.push(`/webhooks/deliveries?subscriptionId=${subscription.id}`)}>
          View deliveries
        </MenuItem>
        <MenuLine />
        <MenuItem icon={Trash2} isBlocked={isBlocked} onSelect={() => onOpen("delete")}>
          Delete
        </MenuItem>
        {isBlocked && (
          <div className="max-w-64">
            <MenuHead>{blocked}</MenuHead>
          </div>
        )}
      </Menu>
    </span>
  );
}
