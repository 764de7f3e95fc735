"use client";

import type { LucideIcon } from "lucide-react";
import { Check, Lock } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";

const item =
  "flex h-8 w-full cursor-pointer items-center gap-2.5 rounded-small px-2 outline-none data-[highlighted]:bg-mute-tint max-md:h-11";
const blockedItem =
  "flex w-full max-w-72 cursor-not-allowed items-start gap-2.5 rounded-small px-2 py-1.5 outline-none data-[highlighted]:bg-mute-tint";

type MenuProps = {
  trigger: ReactNode;
  label: string;
  side?: "top" | "bottom";
  align?: "start" | "end";
  isOpenAtFirst?: boolean;
  children: ReactNode;
};

/** A menu of actions; `trigger` is its button. */
export function Menu({ trigger, label, side = "bottom", align = "end", isOpenAtFirst = false, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen={isOpenAtFirst}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-52 animate-rise rounded-control border bg-panel p-1 shadow-lift"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

type MenuItemProps = {
  icon: LucideIcon;
  /** Why the item is disabled: it stays focusable and describes the reason. Dashboard 2.4. */
  obstacle?: string | null;
  onSelect: () => void;
  children: ReactNode;
};

export function MenuItem({ icon, obstacle = null, onSelect, children }: MenuItemProps) {
  const isBlocked = obstacle !== null;
  return (
    <DropdownMenu.Item
      aria-disabled={isBlocked || undefined}
      onSelect={(event) => (isBlocked ? event.preventDefault() : onSelect())}
      className={isBlocked ? blockedItem : item}
    >
      <Icon of={isBlocked ? Lock : icon} className={isBlocked ? "mt-0.5 text-fg-3" : "text-fg-3"} />
      {isBlocked ? (
        <span className="grid min-w-0 gap-0.5">
          <span className="text-fg-2">{children}</span>
          <span className="text-fg-2 text-xs">{obstacle}</span>
        </span>
      ) : (
        children
      )}
    </DropdownMenu.Item>
  );
}

type MenuCheckProps = {
  isChecked: boolean;
  isFixed?: boolean;
  onChange: (isChecked: boolean) => void;
  children: ReactNode;
};

/** A checkbox item; the menu stays open. `isFixed`: it cannot be unchecked. */
export function MenuCheck({ isChecked, isFixed = false, onChange, children }: MenuCheckProps) {
  return (
    <DropdownMenu.CheckboxItem
      checked={isChecked}
      aria-disabled={isFixed || undefined}
      onCheckedChange={(checked) => isFixed || onChange(checked === true)}
      onSelect={(event) => event.preventDefault()}
      className={classNames(item, isFixed && "cursor-default text-fg-3")}
    >
      <span className="flex-1">{children}</span>
      <DropdownMenu.ItemIndicator>
        <Icon of={Check} className="text-accent" />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.CheckboxItem>
  );
}

type MenuChoice<Value extends string> = { value: Value; label: string; icon?: LucideIcon };

export function MenuChoices<Value extends string>(props: {
  label: string;
  value: Value;
  choices: readonly MenuChoice<Value>[];
  onChange: (value: Value) => void;
}) {
  const change = (value: string) => {
    const chosen = props.choices.find((choice) => choice.value === value);
    if (chosen) props.onChange(chosen.value);
  };
  return (
    <DropdownMenu.RadioGroup value={props.value} onValueChange={change} aria-label={props.label}>
      {props.choices.map(({ value, label, icon }) => (
        <DropdownMenu.RadioItem key={value} value={value} className={item}>
          {icon && <Icon of={icon} className="text-fg-3" />}
          <span className="flex-1">{label}</span>
          <DropdownMenu.ItemIndicator>
            <Icon of={Check} className="text-accent" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

export function MenuHead({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-2 py-1.5 text-fg-2 text-xs">{children}</DropdownMenu.Label>;
}

export function MenuLine() {
  return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />;
}
