"use client";

import { type ComponentProps, useEffect } from "react";

let mounted = 0;

/**
 * The `h1` of a page. While it is mounted and hydrated, `<html>` has the attribute `data-ready`: the page's controls then react to
 * clicks and keys. Browser tests wait for it.
 */
export function PageHeading({ children, ...rest }: ComponentProps<"h1">) {
  useEffect(() => {
    mounted += 1;
    document.documentElement.toggleAttribute("data-ready", true);
    return () => {
      mounted -= 1;
      document.documentElement.toggleAttribute("data-ready", mounted > 0);
    };
  }, []);
  return <h1 {...rest}>{children}</h1>;
}
