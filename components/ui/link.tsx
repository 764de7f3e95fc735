"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link within the dashboard. Its page is fetched ahead when a person points at it or focuses it, not when it is only visible: a page shows
 * dozens of links, and most of those requests were cancelled.
 */
export function Link({ onPointerEnter, onFocus, ...rest }: Omit<ComponentProps<typeof NextLink>, "prefetch">) {
  const [isIntended, setIsIntended] = useState(false);
  return (
    <NextLink
      {...rest}
      prefetch={isIntended ? null : false}
      onPointerEnter={(event) => {
        setIsIntended(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setIsIntended(true);
        onFocus?.(event);
      }}
    />
  );
}
