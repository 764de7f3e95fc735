"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { usePreload } from "../../layout/hooks/use-preload.ts";
import { nameOf } from "../webhook-labels.ts";
import { SubscriptionMenuButton } from "./subscription-menu-button.tsx";
import type { SubscriptionMenuProps } from "./subscription-menu-items.tsx";

const load = () => import("./subscription-menu-items.tsx").then((module) => module.SubscriptionMenuItems);
const SubscriptionMenuItems = dynamic(load, {
  ssr: false,
  loading: () => <SubscriptionMenuButton name="" aria-busy />,
});

/** A subscription's actions; the code loads after the page. */
export function SubscriptionMenu(props: SubscriptionMenuProps) {
  const [isWanted, setIsWanted] = useState(false);
  usePreload(load);
  return (
    <span className="relative z-10 inline-flex">
      {isWanted ? (
        <SubscriptionMenuItems {...props} />
      ) : (
        <SubscriptionMenuButton name={nameOf(props.subscription)} onClick={() => setIsWanted(true)} />
      )}
    </span>
  );
}
