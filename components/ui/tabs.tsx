"use client";

import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

type TabsProps<Value extends string> = {
  label: string;
  value: Value;
  tabs: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  children: ReactNode;
};

/** Tabs whose open value the caller keeps, usually in the address. Arrow keys move the focus, Enter opens. Decision 0063. */
export function Tabs<Value extends string>({ label, value, tabs, onChange, children }: TabsProps<Value>) {
  const change = (text: string) => {
    const chosen = tabs.find((tab) => tab.value === text);
    if (chosen) onChange(chosen.value);
  };
  return (
    <Radix.Root value={value} onValueChange={change} activationMode="manual" className="contents">
      <Radix.List
        aria-label={label}
        className="scroll-none -mx-pad flex gap-5 overflow-x-auto border-b px-pad [&>button]:max-md:h-11"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="relative -mx-1.5 -mb-px inline-flex h-10 items-center whitespace-nowrap rounded-chip px-1.5 font-medium text-fg-2 outline-offset-[-4px] after:absolute after:inset-x-1.5 after:bottom-0 after:h-0.5 hover:text-fg aria-selected:text-fg aria-selected:after:bg-accent"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  );
}

/** The content of one tab, rendered only while the tab is open. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Radix.Content value={value} className="rounded-small outline-offset-[-2px]">
      {children}
    </Radix.Content>
  );
}
