"use client";

import { type ReactNode, useId, useState } from "react";
import { classNames } from "./class-names.ts";

/** The state of a combobox over a list box. The input keeps the focus, and the active option is the one that Enter chooses. */
export type Combobox<Option> = {
  active: Option | undefined;
  /** Makes an option the active one. */
  activate: (option: Option) => void;
  /** Moves the active option on the arrow keys, from the last to the first and back. Returns whether the key was one of them. */
  moveBy: (key: string) => boolean;
  /** The attributes of the text input. */
  inputProps: ReturnType<typeof inputProps>;
  listId: string;
  idOf: (option: Option) => string;
};

/**
 * Tracks the active option of a combobox: the option that the user moved to, else the first. Changing the text resets it. `idOf` must be
 * stable, so that the active option survives new options. cmdk is not used because it leaves `aria-activedescendant` stale when
 * options arrive later.
 */
export function useCombobox<Option>(
  text: string,
  options: readonly Option[],
  idOf: (option: Option) => string,
): Combobox<Option> {
  const listId = useId();
  const [choice, setChoice] = useState({ id: "", text });
  if (choice.text !== text) setChoice({ id: "", text });
  const chosen = options.findIndex((option) => idOf(option) === choice.id);
  const at = Math.max(chosen, 0);
  const active = options[at];
  const activate = (option: Option) => setChoice({ id: idOf(option), text });
  return {
    active,
    activate,
    moveBy(key) {
      const next = { ArrowDown: options[(at + 1) % options.length], ArrowUp: options.at(at - 1) }[key];
      if (next) activate(next);
      return next !== undefined;
    },
    inputProps: inputProps(listId, active === undefined ? undefined : `${listId}-${idOf(active)}`),
    listId,
    idOf,
  };
}

function inputProps(listId: string, activeId: string | undefined) {
  return {
    role: "combobox",
    "aria-expanded": activeId !== undefined,
    "aria-controls": activeId === undefined ? undefined : listId,
    "aria-autocomplete": "list",
    "aria-activedescendant": activeId,
    autoComplete: "off",
    autoCorrect: "off",
    spellCheck: false,
  } as const;
}

type ComboboxListProps = { combobox: { listId: string }; label: string; className: string; children: ReactNode };

/** The list box, which holds `ComboboxOption`s. */
export function ComboboxList({ combobox, label, className, children }: ComboboxListProps) {
  return (
    <div
      id={combobox.listId}
      role="listbox"
      aria-label={label}
      tabIndex={-1}
      className={classNames("scroll-thin overflow-y-auto", className)}
    >
      {children}
    </div>
  );
}

type ComboboxOptionProps<Option> = {
  combobox: Combobox<Option>;
  option: Option;
  onChoose: (option: Option) => void;
  className?: string;
  children: ReactNode;
};

export function ComboboxOption<Option>(props: ComboboxOptionProps<Option>) {
  const { combobox, option, onChoose, className, children } = props;
  const { active, activate, idOf, listId } = combobox;
  const isActive = active !== undefined && idOf(active) === idOf(option);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and handles the keys.
    <div
      id={`${listId}-${idOf(option)}`}
      ref={isActive ? keepInView : null}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerMove={() => activate(option)}
      // The input keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(option)}
      className={classNames(
        "flex h-10 cursor-pointer items-center gap-3 px-2 max-md:h-11",
        isActive && "bg-mute-tint",
        className,
      )}
    >
      {children}
    </div>
  );
}

function keepInView(element: HTMLElement | null) {
  element?.scrollIntoView?.({ block: "nearest" });
}
