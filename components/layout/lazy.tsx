"use client";

import dynamic from "next/dynamic";
import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from "react";
import { useLatch } from "./hooks/use-latch.ts";
import { usePreload } from "./hooks/use-preload.ts";

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A sheet, dialog or drawer whose code loads when the page is idle. It renders from its first opening on, and stays mounted so that it
 * can animate and return the focus when it closes. `isOpen` reads the state from the props; the default is the prop `isOpen`.
 */
export function lazySheet<Props extends { isOpen: boolean }>(load: Load<Props>): ComponentType<Props>;
export function lazySheet<Props extends object>(
  load: Load<Props>,
  isOpen: (props: Props) => boolean,
): ComponentType<Props>;
export function lazySheet<Props extends object>(
  load: Load<Props>,
  isOpen = (props: Props) => "isOpen" in props && props.isOpen === true,
): ComponentType<Props> {
  const Sheet = dynamic(load, { ssr: false });
  // biome-ignore lint/correctness/noComponentHookFactories: called once per module, like `lazy`.
  return function LazySheet(props: Props) {
    usePreload(load);
    return useLatch(isOpen(props)) ? <Sheet {...props} /> : null;
  };
}

type MenuButton = ReactElement<ComponentProps<"button">>;

/**
 * A menu whose code loads when the page is idle. `button` is its trigger: it renders alone until the first click, then the loaded menu
 * renders it as `trigger`. The menu must be open when it mounts.
 */
export function lazyMenu<Props extends object>(
  button: (props: Props) => MenuButton,
  load: Load<Props & { trigger: ReactNode }>,
): ComponentType<Props> {
  const Menu = lazy(async () => ({ default: await load() }));
  // biome-ignore lint/correctness/noComponentHookFactories: called once per module, like `lazy`.
  return function LazyMenu(props: Props) {
    const [isWanted, setIsWanted] = useState(false);
    usePreload(load);
    const trigger = button(props);
    if (!isWanted) return cloneElement(trigger, { onClick: () => setIsWanted(true) });
    return (
      <Suspense fallback={cloneElement(trigger, { "aria-busy": true })}>
        <Menu {...props} trigger={trigger} />
      </Suspense>
    );
  };
}
