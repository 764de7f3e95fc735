"use client";

import { useEffect, useEffectEvent } from "react";
import { createKeybindingsHandler } from "tinykeys";
import { useShortcutsPreference } from "../shell/use-shortcuts-preference.ts";

/** What a key does, by key or sequence in the syntax of tinykeys. A binding that returns `false` leaves the key to the browser. */
type Bindings = Record<string, (event: KeyboardEvent) => unknown>;
type Options = {
  /** Listens in text fields and menus too, for combinations such as Ctrl+K. */
  everywhere?: boolean;
};

const SEQUENCE_MS = 1_500;

/**
 * Registers keyboard shortcuts while the component is mounted and the user has not switched shortcuts off. They do nothing while a
 * dialog or menu is open, in text fields, or if the focused element has handled the key. Dashboard 5.12.
 */
export function useShortcuts(bindings: Bindings, { everywhere = false }: Options = {}): void {
  const [isOn] = useShortcutsPreference();
  const run = useEffectEvent((keys: string, event: KeyboardEvent) => {
    if (bindings[keys]?.(event) !== false) event.preventDefault();
  });
  const isListening = useEffectEvent((event: KeyboardEvent) => isOn && (everywhere ? !isDialogOpen() : isFree(event)));
  const names = Object.keys(bindings).join("\n");
  useEffect(() => {
    const entries = names.split("\n").map((keys) => [keys, (event: KeyboardEvent) => run(keys, event)]);
    const handle = createKeybindingsHandler(Object.fromEntries(entries), { timeout: SEQUENCE_MS });
    const listen = (event: KeyboardEvent) => {
      if (isListening(event)) handle(event);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [names]);
}

/** A binding for a character that needs Shift on some keyboard layouts. */
export function symbolKey(character: string, run: Bindings[string]): Bindings {
  return { [character]: run, [`Shift+${character}`]: run };
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}

/** Whether nothing else uses the key. A dialog or menu that closes stays in the page for a moment and does not count. */
function isFree({ defaultPrevented, target }: KeyboardEvent): boolean {
  if (defaultPrevented || (target instanceof HTMLElement && target.matches(FIELDS))) return false;
  return document.querySelector(':is([role="dialog"], [role="menu"]):not([data-state="closed"])') === null;
}

const FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';
