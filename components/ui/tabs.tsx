"use client";

import { createContext, type KeyboardEvent, type ReactNode, useContext, useId } from "react";

type TabsProps<Value extends string> = {
  label: string;
  value: Value;
  tabs: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  children: ReactNode;
};

const Open = createContext({ id: "", value: "" });

/**
 * Tabs over one subject; the caller keeps the open tab in the URL. Arrow keys move the focus, Enter opens. Decision
 * 0040.
 */
export function Tabs<Value extends string>({ label, value, tabs, onChange, children }: TabsProps<Value>) {
  const id = useId();
  const walk = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    const all = [...currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
    const at = all.findIndex((tab) => tab.matches(":focus"));
    const next = { ArrowRight: all[(at + 1) % all.length], ArrowLeft: all.at(at - 1), Home: all[0], End: all.at(-1) };
    next[key as keyof typeof next]?.focus();
    return key in next;
  };
  return (
    <Open value={{ id, value }}>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={(event) => walk(event) && event.preventDefault()}
        className="scroll-none -mx-pad flex gap-5 overflow-x-auto border-b px-pad [&>button]:max-md:h-11"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}-tab`}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-${tab.value}` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className="relative -mx-1.5 -mb-px inline-flex h-10 items-center whitespace-nowrap rounded-chip px-1.5 font-medium text-fg-2 outline-offset-[-4px] after:absolute after:inset-x-1.5 after:bottom-0 after:h-0.5 hover:text-fg aria-selected:text-fg aria-selected:after:bg-accent"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {children}
    </Open>
  );
}

/** The panel of a tab; not rendered while another tab is open. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  const open = useContext(Open);
  if (open.value !== value) return null;
  return (
    <div
      role="tabpanel"
      id={`${open.id}-${value}`}
      aria-labelledby={`${open.id}-${value}-tab`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without focusable content must be focusable itself.
      tabIndex={0}
      className="rounded-small outline-offset-[-2px]"
    >
      {children}
    </div>
  );
}
