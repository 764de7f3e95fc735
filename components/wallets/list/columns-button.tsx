"use client";

import { SlidersHorizontal } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "../../ui/button.tsx";

export function WalletsLookButton(rest: ComponentProps<"button">) {
  return (
    <Button aria-haspopup="menu" {...rest} icon={SlidersHorizontal} className="max-md:hidden">
      View
    </Button>
  );
}
